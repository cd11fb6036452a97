import { setImmediate as tick } from 'node:timers/promises';
import { isInTransaction } from './database/before-commit';

/** Milliseconds of work after which requests have their turn. */
const SLICE = 1;
/** How many times as long as the work requests may take while there are any. */
const SHARE = 4;
/** Milliseconds that they may take at a time. */
const MAX_PAUSE = 50;
/** Milliseconds below which a tick had nothing to do. */
const IDLE = 0.1;

/** Milliseconds of processor time: of this thread where Node knows it (23.9 and later), else of the process. */
const processorTime = (): number => {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Awaited between steps of long work, it lets requests have their turn often enough that they do not notice: at
 * once when there is none, and for four fifths of the time while more come than can be answered. Waiting is no work. In a
 * transaction, for which others wait, requests have one tick of the event loop and no more.
 */
export const createYielder = () => {
  let since = performance.now();
  let used = processorTime();
  return async (): Promise<void> => {
    const begun = performance.now();
    if (begun - since < SLICE) return;
    const worked = Math.min(processorTime() - used, begun - since);
    if (worked < SLICE) return;
    const pause = isInTransaction() ? 0 : Math.min(worked * SHARE, MAX_PAUSE);
    for (let now = begun, lasted = 0; now - begun <= pause;) {
      await tick();
      lasted = performance.now() - now;
      now += lasted;
      if (lasted < IDLE) break;
    }
    since = performance.now();
    used = processorTime();
  };
};

export type Yielder = ReturnType<typeof createYielder>;
