import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseKind } from '../support/databases';
import { check } from './checker';
import { untoldWrites } from './checker/events';
import { createCluster } from './cluster';
import { createHistory, type History } from './history';
import { registerOf, sightingsIn } from './markers';
import { FAULTS } from './nemesis';
import type { Fault, Stage } from './nemesis/fault';
import type { Options } from './options';
import { createRandom } from '../support/random';
import { until } from '../support/until';
import { recover } from './recovery';
import { writeReport, type Report } from './report';
import { say } from '../support/say';
import { planRound } from './schedule';
import { createAdmin } from './workload/admin';
import { createClient } from './workload/http';
import { accountPath } from './workload/operations';
import { createFollowers } from './workload/followers';
import { createReaders } from './workload/readers';
import { startReceiver } from './workload/receiver';
import { createWriters } from './workload/writers';

const SHORT_INSTANCES = 2;
/** By what the length of faults is multiplied. */
const SHORT_PACE = 0.25;

/** An event that an instance took along when it was killed is sent by another one once its lease has ended. */
const MAX_EVENTS_WAIT = 120_000;

/** Those that are not told then are found by the checker. */
const untilTold = (history: History): Promise<unknown> =>
  until('the events', () => untoldWrites(history).length === 0, {
    within: MAX_EVENTS_WAIT,
    every: 500,
  }).catch(() => undefined);

/** Writers and readers on one database while faults are played; then what they saw is compared with what they were told. */
export const playFaults = async (kind: DatabaseKind, options: Options): Promise<Report> => {
  const history = createHistory();
  const receiver = await startReceiver();
  const cluster = await createCluster(kind, history, receiver).catch((error: unknown) => {
    receiver.stop();
    throw error;
  });
  const client = createClient();
  try {
    const random = createRandom(options.seed);
    const admin = createAdmin(client, cluster.prepared.admins);
    const notPlayed: Record<string, string> = {};
    const faults = new Map<string, Fault>();
    for (const fault of FAULTS) {
      if (options.only.length > 0 && !options.only.includes(fault.name)) continue;
      const reason = fault.whyNot?.(cluster) ?? null;
      if (reason === null) faults.set(fault.name, fault);
      else notPlayed[fault.name] = reason;
    }
    const played = Object.fromEntries([...faults.keys()].map((name) => [name, 0]));

    let isOver = false;
    let overAt = Infinity;
    // Chance of their own, so that the schedule is the same for a seed however many requests were made.
    const workload = { cluster, history, client, admin, isOver: () => isOver };
    const writers = createWriters({ ...workload, random: createRandom(options.seed + 1) });
    const readers = createReaders({ ...workload, random: createRandom(options.seed + 2) });

    const followers = createFollowers({ ...workload, random: createRandom(options.seed + 3) });
    receiver.follow({ cluster, history, readers, random: createRandom(options.seed + 4) });

    const settle = async (after: string): Promise<void> => {
      for (const { name } of await recover(cluster, client, admin))
        history.unrecovered.push({ instance: name, at: performance.now(), after });
    };
    const mostInstances = options.isShort
      ? Math.min(SHORT_INSTANCES, cluster.mostInstances)
      : cluster.mostInstances;
    const least = options.isShort ? mostInstances : 1;
    const pace = options.isShort ? SHORT_PACE : 1;
    const stage: Stage = { cluster, random, wait: (milliseconds) => wait(milliseconds * pace) };
    const start = performance.now();
    const playAll = async (): Promise<void> => {
      const end = start + options.minutes * 60_000;
      let round = 0;
      do {
        const steps = planRound(random, [...faults.keys()], mostInstances, round, least);
        for (const { instances, fault } of steps) {
          if (round >= options.rounds && performance.now() >= end) break;
          cluster.during = `${fault} on ${instances}`;
          const { writes, reads, deaths } = history;
          const seconds = ((performance.now() - start) / 1_000).toFixed(0);
          say(
            `${kind} ${seconds} s: ${cluster.during}; ${writes.length} writes, ${reads.length} reads, ${deaths.length} deaths`,
          );
          const startedAt = performance.now();
          await cluster.resize(instances);
          await stage.wait(random.between(200, 800));
          await faults.get(fault)?.play(stage);
          played[fault] = (played[fault] ?? 0) + 1;
          await settle(cluster.during);
          // Two processes that write to one file of SQLite may always meet.
          if (faults.get(fault)?.holdsLocks || (kind === 'sqlite' && instances > 1))
            history.holdUps.push({ startedAt, endedAt: performance.now() });
        }
        round += 1;
      } while (round < options.rounds || performance.now() < end);
    };
    const stopAfter = async (): Promise<void> => {
      try {
        await playAll();
      } finally {
        isOver = true;
        overAt = performance.now();
      }
    };

    cluster.during = 'the start';
    say(`${kind}: content is made, ${mostInstances} instances are started`);
    await cluster.resize(mostInstances);
    say(`${kind}: they are up`);
    await settle('the start');
    await Promise.all([stopAfter(), writers.run(), readers.run(), followers.run()]);
    if (kind === 'sqlite' && cluster.up().length > 1)
      history.holdUps.push({ startedAt: overAt, endedAt: performance.now() });

    // What was acknowledged has to be there in the end, at every instance.
    cluster.during = 'the end';
    await cluster.resize(mostInstances);
    await settle('the end');
    await readers.readAll();
    await followers.compare();
    await untilTold(history);
    for (const site of cluster.prepared.sites) {
      const startedAt = performance.now();
      const [instance] = cluster.up();
      if (!instance) break;
      const { status, text } = await admin.send(instance, 'GET', accountPath(site));
      const register = registerOf(site.name, 'account');
      const sightings = sightingsIn(text).filter((sighting) => sighting.register === register);
      history.reads.push({
        target: 'the account in the admin panel',
        website: site.name,
        instance: instance.name,
        startedAt,
        endedAt: performance.now(),
        status,
        isMarkedStale: false,
        sightings,
      });
    }

    await cluster.end();

    const report: Report = {
      database: kind,
      seed: options.seed,
      seconds: Math.round((performance.now() - start) / 1_000),
      played,
      notPlayed,
      ...check(history),
    };
    await writeReport(options.out, report, history);
    return report;
  } finally {
    client.close();
    receiver.stop();
    await cluster.stop();
  }
};
