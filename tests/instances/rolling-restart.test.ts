import { contentOf } from '../fixtures/content';
import { connectTo, type Connection } from '../support/connections';
import type { TestDatabase } from '../support/databases';
import { startInstances, type Instance } from '../support/instances';
import { startNginx, type Nginx } from '../support/instances/nginx';
import { startServer } from '../support/strapi';
import { until } from '../support/until';
import { targets } from '../support/warmed';

const READERS = 8;
/** Milliseconds between two reads of one of them: what matters is that some are under way all the time. */
const PAUSE = 5;

/** As docs/operations/scaling.md has it, with the files of deploy/nginx. That it can fail: without the lines with `backup`. */
describe('two instances behind nginx that are restarted one after the other', () => {
  let database: TestDatabase;
  let nginx: Nginx;
  let connection: Connection;
  let instances: Instance[] = [];
  let stopInstances = async (): Promise<void> => undefined;
  let asked: string[];

  beforeAll(async () => {
    const preparing = await startServer();
    const content = contentOf(preparing.strapi);
    const website = await content.website();
    await content.post(website.documentId, { slug: 'post', content: 'text '.repeat(400) });
    asked = [
      targets.posts(website),
      targets.post(website, 'post'),
      targets.terms(website),
      targets.links(website),
    ];
    await preparing.stopAndKeepDatabase();
    database = preparing.database;
    ({ instances, stop: stopInstances } = await startInstances(2));
    nginx = await startNginx({ instances: instances.map(({ port }) => port) });
    connection = connectTo(nginx.port);
  });
  afterAll(async () => {
    connection?.close();
    await nginx?.stop();
    await stopInstances();
    await database?.drop();
  });

  it('lose no read', async () => {
    let isOver = false;
    let answered = 0;
    const lost: string[] = [];
    const read = async (reader: number): Promise<void> => {
      for (let turn = reader; !isOver; turn += 1) {
        try {
          const { status } = await connection.send('GET', asked[turn % asked.length] ?? '');
          if (status === 200) answered += 1;
          else lost.push(String(status));
        } catch (error) {
          lost.push(String(error));
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    };
    const ready = async ({ port }: Instance): Promise<void> => {
      const direct = connectTo(port);
      try {
        await until(
          `the server on port ${port} to be ready`,
          async () => (await direct.send('GET', '/_ready')).status === 200,
        );
      } finally {
        direct.close();
      }
    };
    const restart = async (): Promise<unknown[]> => {
      const exits: unknown[] = [];
      // Twice, so that each of them is stopped behind the return of the other.
      for (const instance of [...instances, ...instances]) {
        exits.push(await instance.end('SIGTERM'));
        await instance.start();
        await ready(instance);
      }
      return exits;
    };
    const [exits] = await Promise.all([
      restart().finally(() => (isOver = true)),
      ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ]);
    expect(exits).toEqual(Array.from({ length: 4 }, () => ({ code: 0, signal: null })));
    expect({ lost: lost.length, first: lost.slice(0, 5) }).toEqual({ lost: 0, first: [] });
    expect(answered).toBeGreaterThan(1_000);
  });
});
