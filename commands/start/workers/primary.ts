/** The first process of several: starts a server and delivery workers, keeps them running, and ends them in order. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createMemoryCounter,
  type Counter,
} from '../../../src/plugins/content-delivery/server/src/access/limits/counter';
import type {
  Counted,
  PrimaryQuestions,
} from '../../../src/plugins/content-delivery/server/src/platform/processes/questions';
import { listenerIn, shutdownIn } from '../../../src/settings/environment/serving';
import { workersIn } from '../../../src/settings/environment/workers';
import { environment, firstLog } from '../../shared/first-log';
import { SOCKET } from './names';
import { createEntrance } from './entrance';
import { createFigures } from './figures';
import { createKeeper, type Keeper } from './keeper';

/** Seconds that closing may take at most, beside SHUTDOWN_SECONDS. */
const CLOSING = 5;
/** Milliseconds of SHUTDOWN_SECONDS that are the server's, which ends after the workers; never more than a third of what the delay leaves. */
const SHARE = 5_000;
/** Milliseconds in which workers say that they are about to end; one that hangs does not. */
const PATIENCE = 1_000;
/** Milliseconds after a signal in which another one is the same: npm passes on the one that a terminal has sent to all. */
const SAME_SIGNAL = 2_000;
const SERVER = 'server';

/** Serves with as many workers as WORKERS says. */
export const startAsAsked = async (): Promise<void> => {
  const log = firstLog();
  try {
    const count = workersIn(environment);
    if (count === 0) return await (await import('../../shared/serve')).serve();
    if (process.platform === 'win32')
      throw new Error('WORKERS needs sockets that Windows does not have: leave it out there.');
    run({ count, ...listenerIn(environment), ...shutdownIn(environment) }, log);
  } catch (error) {
    log.error((error as Error).message);
    process.exit(1);
  }
};

/** Counts requests for all processes together. */
const createCounting = (): PrimaryQuestions['count'] => {
  const counters = new Map<string, Counter>();
  const counterOf = ({ name, quota, window }: Counted): Counter => {
    const found = counters.get(name) ?? createMemoryCounter({ quota, window });
    counters.set(name, found);
    return found;
  };
  return (requests) => Promise.all(requests.map((request) => counterOf(request)(request.whose)));
};

interface Settings {
  /** Of delivery workers. */
  count: number;
  host: string;
  port: number;
  shutdownSeconds: number;
  shutdownDelaySeconds: number;
}

const run = (
  { count, host, port, shutdownSeconds, shutdownDelaySeconds }: Settings,
  log: ReturnType<typeof firstLog>,
): void => {
  // Of this user alone, and so is the socket in it.
  const folder = mkdtempSync(path.join(tmpdir(), 'content-delivery-socket-'));
  const socket = path.join(folder, 'server.sock');
  const entrance = createEntrance((worker) => {
    log.error(`Process ${worker.pid}, a delivery worker, takes no connections any more and is killed.`);
    worker.kill('SIGKILL');
  });
  const figures = createFigures();
  const workers = new Map<string, Keeper>();
  let ending: Promise<void> | null = null;

  const own: Omit<PrimaryQuestions, 'ready'> = {
    count: createCounting(),
    figures(ofServer) {
      figures.set(SERVER, ofServer);
      return figures.read(workers);
    },
  };

  const leave = (status: number): never => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  };
  const killAll = (): void => {
    for (const keeper of [...workers.values(), server]) keeper.kill();
  };
  const end = (status: number): void => {
    ending ??= (async () => {
      const milliseconds = shutdownSeconds * 1000;
      const delay = shutdownDelaySeconds * 1000;
      const share = Math.min(SHARE, Math.max(0, milliseconds - delay) / 3);
      const deadline = Date.now() + milliseconds;
      const ofWorkers = deadline - share;
      setTimeout(
        () => {
          killAll();
          leave(1);
        },
        milliseconds + CLOSING * 1000,
      );
      const keepers = [...workers.values()];
      setTimeout(
        () => {
          for (const keeper of keepers) keeper.kill();
        },
        milliseconds - share / 2,
      );
      const retired = [...keepers, server].map((keeper) =>
        keeper
          .channel()
          ?.ask('retire', null)
          .catch(() => undefined),
      );
      await Promise.race([Promise.all(retired), wait(PATIENCE)]);
      await wait(delay);
      await entrance.close(ofWorkers);
      await Promise.all(keepers.map((keeper) => keeper.end(ofWorkers)));
      await server.end(deadline);
      leave(status);
    })();
  };

  const start = (file: string) => (): ChildProcess =>
    fork(path.join(__dirname, file), {
      env: {
        ...process.env,
        [SOCKET]: socket,
        // This process waits for balancers, for all of them.
        SHUTDOWN_DELAY_SECONDS: '0',
      },
    });
  const server = createKeeper({
    own,
    log,
    name: 'The server',
    fork: start('server.js'),
    ready: () => startWorkers(),
    gone: () => void figures.ended(SERVER),
    gaveUp: () => end(1),
  });

  /** Once the server has made the tables, or changed them. */
  const startWorkers = (): void => {
    if (workers.size > 0 || ending) return;
    for (let number = 1; number <= count; number += 1) {
      const place = `worker ${number}`;
      const keeper = createKeeper({
        own,
        log,
        name: `Delivery worker ${number}`,
        fork: start('worker.js'),
        ready(worker) {
          log.info(`Delivery worker ${number} of ${count} is ready.`);
          entrance.join(worker);
          open();
        },
        gone(worker) {
          entrance.leave(worker);
          void figures.ended(place);
        },
        gaveUp: () => end(1),
      });
      workers.set(place, keeper);
      keeper.start();
    }
  };

  let opened: Promise<void> | null = null;
  /** With the first worker that is ready. */
  const open = (): void => {
    opened ??= entrance.open({ host, port }).then(
      (taken) => void log.info(`Delivery workers answer at ${host}, port ${taken}.`),
      (error: Error) => {
        log.error(error.message);
        end(1);
      },
    );
  };

  let signalledAt = -Infinity;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!ending) {
        signalledAt = performance.now();
        return end(0);
      }
      if (performance.now() - signalledAt < SAME_SIGNAL) return;
      killAll();
      leave(1);
    });
  }
  server.start();
};
