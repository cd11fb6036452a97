import { contentOf } from '../fixtures/content';
import { connectTo, type Connection } from '../support/connections';
import type { TestDatabase } from '../support/databases';
import { prepareFreshnessRace } from '../support/freshness-race';
import { startInstances, type Instance } from '../support/instances';
import { startNginx, type Nginx } from '../support/instances/nginx';
import type { Call } from '../support/server-process';
import { startServer } from '../support/strapi';
import { until } from '../support/until';

/** At least; what has to happen takes some 20 seconds. */
const SECONDS = Number(process.env['FRESHNESS_SECONDS'] ?? 20);
const READERS = 6;
/** So much happens between two events. */
const BETWEEN = { responses: 100, writes: 8 };
/** Milliseconds in which that comes to be on a busy machine. */
const MAX_WAIT = 100_000;

/**
 * Three processes on one database, asked through nginx and written to directly. One is killed and one is told to end while
 * all of that goes on, and both come back. That the test can fail: with `.increment('revision', 0)` in
 * freshness/revisions.ts readers see old numbers, with `proxy_next_upstream off` in deploy/nginx reads fail.
 */
describe('three instances behind nginx', () => {
  let database: TestDatabase;
  let nginx: Nginx;
  let race: Awaited<ReturnType<typeof prepareFreshnessRace>>;
  let instances: Instance[] = [];
  let stopInstances = async (): Promise<void> => undefined;
  let connection: Connection;
  let isOver = false;

  beforeAll(async () => {
    const preparing = await startServer();
    race = await prepareFreshnessRace(contentOf(preparing.strapi));
    await preparing.stopAndKeepDatabase();
    database = preparing.database;
    ({ instances, stop: stopInstances } = await startInstances(3));
    nginx = await startNginx({ instances: instances.map(({ port }) => port) });
    connection = connectTo(nginx.port);
  });
  afterAll(async () => {
    isOver = true;
    connection?.close();
    await nginx?.stop();
    await stopInstances();
    await database?.drop();
  });

  /** Through all instances in turn, in twos, so that each of them publishes and unpublishes. */
  const write = async (calls: Call[], number: number): Promise<boolean> => {
    const up = instances.filter(({ isUp }) => isUp);
    const instance = up[Math.floor(number / 2) % up.length] as Instance;
    const { process } = instance;
    try {
      await process.write(...calls);
      return true;
    } catch (error) {
      // Nobody knows what has become of a write whose process has gone. Made once more it comes to the same.
      if (instance.isUp && instance.process === process) throw error;
      return false;
    }
  };

  /** How many requests an instance has answered with a 200, alone or after others had failed. */
  const answeredBy = async ({ address }: Instance): Promise<number> =>
    (await nginx.requests()).filter(
      ({ instance, instanceStatus }) => instance.endsWith(address) && /(^|, )200$/.test(instanceStatus),
    ).length;

  /** Reads have met an instance that was away, and were answered by another one. */
  const hasBeenMet = async ({ address }: Instance): Promise<boolean> =>
    (await nginx.requests()).some(
      ({ instance, status }) => instance.startsWith(`${address}, `) && status === '200',
    );

  it('give no stale answer and lose no read, while one is killed and one told to end', async () => {
    const [, killed, told] = instances as [Instance, Instance, Instance];
    let isDone = false;
    const untilOver = (what: string, isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
      until(what, async () => isOver || (await isSo()), { within: MAX_WAIT, every: 20 });
    const goOn = async (): Promise<void> => {
      const { writes, responses } = race.figures;
      await untilOver(
        'more writes and reads',
        () =>
          race.figures.writes > writes + BETWEEN.writes &&
          race.figures.responses > responses + BETWEEN.responses,
      );
    };
    const comeBack = async (instance: Instance): Promise<void> => {
      const before = await answeredBy(instance);
      await instance.start();
      await untilOver('answers of one that is back', async () => (await answeredBy(instance)) > before + 3);
    };

    const events = { killedAt: 0, goneAt: 0, exit: {} };
    const happen = async (): Promise<void> => {
      await goOn();
      events.killedAt = performance.now();
      await killed.end('SIGKILL');
      events.goneAt = performance.now();
      await goOn();
      // Nothing comes to it for the first two seconds, when a cut answer was the first that nginx saw of its end.
      await untilOver('a read that meets the killed one', () => hasBeenMet(killed));
      await comeBack(killed);
      await goOn();
      events.exit = await told.end('SIGTERM');
      await goOn();
      await comeBack(told);
      await goOn();
    };
    const [{ problems, failed, isEnough }] = await Promise.all([
      race
        .run({
          seconds: SECONDS,
          connections: [connection],
          readersEach: READERS,
          write,
          mostFailed: READERS,
          isEnough: () => isDone,
        })
        .finally(() => (isOver = true)),
      happen().finally(() => (isDone = true)),
    ]);

    expect(problems.slice(0, 10)).toEqual([]);

    const logged = await nginx.requests();
    // All that may fail is an answer of the killed instance that had begun before it was gone: it is cut, so that its
    // reader notices. Nothing else, neither then nor at any other time.
    const instanceOf = (id: string) => logged.find(({ requestId }) => requestId === id)?.instance;
    const unexcused = failed.filter(
      ({ isCut, status, sentAt, requestId }) =>
        !(isCut && status === 200 && sentAt < events.goneAt && instanceOf(requestId) === killed.address),
    );
    expect(unexcused.slice(0, 10)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(READERS);

    expect(isEnough).toBe(true);
    expect(events.exit).toEqual({ code: 0, signal: null });
    expect(await hasBeenMet(killed)).toBe(true);
    for (const instance of instances) expect(await answeredBy(instance)).toBeGreaterThan(0);
  });
});
