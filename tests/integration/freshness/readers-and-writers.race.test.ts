import { contentOf } from '../../fixtures/content';
import { connectTo, portOf, type Connection } from '../../support/connections';
import { prepareFreshnessRace } from '../../support/freshness-race';
import { startServerProcess, type Call, type ServerProcess } from '../../support/server-process';
import { startServer, type TestServer } from '../../support/strapi';
import { figuresOf } from '../../support/warmed';

/**
 * Two processes on one database. Six seconds are enough to notice a mistake; FRESHNESS_SECONDS=60 is the full proof (30
 * is the least). That the test can fail: with `.increment('revision', 0)` in freshness/revisions.ts it does, at once.
 */
const SECONDS = Number(process.env['FRESHNESS_SECONDS'] ?? 6);

describe('with writers and readers side by side', () => {
  let server: TestServer;
  let second: ServerProcess;
  let race: Awaited<ReturnType<typeof prepareFreshnessRace>>;
  let connections: Connection[];

  beforeAll(async () => {
    server = await startServer();
    race = await prepareFreshnessRace(contentOf(server.strapi));
    second = await startServerProcess();
    connections = [connectTo(await portOf(server.strapi.server.httpServer)), connectTo(second.port)];
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await second.stop();
    await server.stop();
  });

  const writeHere = async (calls: Call[]): Promise<void> => {
    await server.strapi.db.transaction(async () => {
      for (const { uid, method, parameters } of calls) {
        const documents = server.strapi.documents(uid as never) as unknown as Record<
          string,
          (parameters: object) => Promise<unknown>
        >;
        await documents[method]?.(parameters);
      }
    });
  };

  /** SQLite refuses a transaction that has read what another process has changed since; such a write is repeated. */
  const isBusy = (error: unknown): boolean => /Please try again/.test(String(error));

  /** From both processes in turn, in twos, so that both publish and unpublish. */
  const write = async (calls: Call[], number: number): Promise<boolean> => {
    try {
      if (number % 4 < 2) await writeHere(calls);
      else await second.write(...calls);
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return false;
    }
  };

  it(
    'no response is older than its request, and none is mixed',
    async () => {
      const { problems, failed, isEnough } = await race.run({
        seconds: SECONDS,
        connections,
        readersEach: 4,
        write,
        isEnough: () => figuresOf(server).hits > 0,
      });
      expect(problems.slice(0, 10)).toEqual([]);
      expect(failed.slice(0, 10)).toEqual([]);
      expect(isEnough).toBe(true);
    },
    (SECONDS + 300) * 1_000,
  );
});
