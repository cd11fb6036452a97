import knex, { type Knex } from 'knex';
import {
  shedAbandonedRequests,
  trackRequest,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/abandoned-requests';

interface Caller {
  req: { socket: { destroyed: boolean } };
}

describe('a request that waits for a connection of the pool', () => {
  let connection: Knex;
  /** The request that runs, as Strapi's context knows it. */
  let current: Caller | undefined;
  const caller = (): Caller => ({ req: { socket: { destroyed: false } } });

  const prepare = async (shortWait: number): Promise<void> => {
    connection = knex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
    });
    await connection.raw('CREATE TABLE saved (name TEXT)');
    shedAbandonedRequests({ db: { connection }, requestContext: { get: () => current } } as never, shortWait);
  };
  beforeEach(() => {
    current = undefined;
  });
  afterEach(() => connection.destroy());

  const saved = (): Promise<string[]> => connection('saved').orderBy('name').pluck('name');
  /** Saves stand in line while another one has the only connection; then something happens, and it is given back. */
  const whileBusy = async (
    save: () => Promise<unknown>,
    happen: () => void,
  ): Promise<PromiseSettledResult<unknown>> => {
    const other = await connection.transaction();
    const saving = Promise.allSettled([save()]);
    happen();
    await other.rollback();
    const [outcome] = await saving;
    return outcome;
  };
  const save = (ctx: Caller, name: string) => () =>
    trackRequest(ctx as never, async () => void (await connection('saved').insert({ name })));

  it('is not begun when whoever sent it has gone meanwhile, and the next one is', async () => {
    await prepare(0);
    const ctx = (current = caller());
    const outcome = await whileBusy(save(ctx, 'gone'), () => (ctx.req.socket.destroyed = true));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    current = caller();
    expect(await whileBusy(save(current, 'waits'), () => undefined)).toMatchObject({ status: 'fulfilled' });
    current = undefined;
    expect(await saved()).toEqual(['waits']);
  });

  it('is done when it did not wait long, and so is what a request has left to be done later', async () => {
    await prepare(60_000);
    const ctx = (current = caller());
    await whileBusy(save(ctx, 'at once'), () => (ctx.req.socket.destroyed = true));
    expect(await saved()).toEqual(['at once']);
    await connection.destroy();
    await prepare(0);
    const later = () => connection('saved').insert({ name: 'later' });
    await trackRequest(ctx as never, () => Promise.resolve());
    expect(await whileBusy(later, () => undefined)).toMatchObject({ status: 'fulfilled' });
    current = undefined;
    expect(await saved()).toEqual(['later']);
  });
});
