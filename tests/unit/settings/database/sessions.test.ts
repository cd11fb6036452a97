import { keepFailures } from '../../../../src/plugins/content-delivery/server/src/platform/patches/connection-setup';
import { tuneMysql, tunePostgres } from '../../../../src/settings/database/sessions';

describe('a connection that Strapi could not prepare', () => {
  const lost = new Error('server closed the connection');
  const dialectThat = (prepare: () => Promise<void>) => {
    const dialect = { initialize: prepare };
    keepFailures({ dialect } as never);
    return dialect as unknown as { initialize(connection: object): Promise<void> };
  };
  const connectionThat = () => ({
    query: jest.fn((_sql: string, done: (error: unknown) => void) => done(null)),
    setTypeParser: jest.fn(),
  });
  const tuned = (tune: typeof tuneMysql, connection: object) =>
    new Promise<unknown>((resolve) => tune(connection as never, resolve));

  it.each([
    ['PostgreSQL', tunePostgres as unknown as typeof tuneMysql],
    ['MariaDB', tuneMysql],
  ])('is given back to the pool with the reason, and used for nothing: %s', async (_name, tune) => {
    const connection = connectionThat();
    await dialectThat(() => Promise.reject(lost)).initialize(connection);
    expect(await tuned(tune, connection)).toBe(lost);
    expect(connection.query).not.toHaveBeenCalled();

    const sound = connectionThat();
    await dialectThat(() => Promise.resolve()).initialize(sound);
    expect(await tuned(tune, sound)).toBe(null);
    expect(sound.query).toHaveBeenCalled();
  });
});
