import { readFileSync } from 'node:fs';

/** The longest that something kept the event loop from all else. */
export interface LongestTurn {
  /** Milliseconds. */
  length: number;
  /** Milliseconds of these in which other processes had the processor; 0 where the system does not tell. */
  preempted: number;
}

/** Milliseconds between two looks at the clock. */
const INTERVAL = 5;

/** Milliseconds for which this thread has been ready to run and was not let, as Linux counts. */
const preemptedFor = (): number => {
  try {
    // The main thread has the number of its process.
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

/** Watches the event loop from now on. @returns gives the longest turn since it was asked last */
export const watchEventLoop = (): (() => LongestTurn) => {
  let longest: LongestTurn = { length: 0, preempted: 0 };
  let before = { at: performance.now(), preempted: preemptedFor() };
  const look = (): void => {
    const now = { at: performance.now(), preempted: preemptedFor() };
    const length = now.at - before.at - INTERVAL;
    if (length > longest.length) {
      longest = { length, preempted: Math.min(length, now.preempted - before.preempted) };
    }
    before = now;
    setTimeout(look, INTERVAL).unref();
  };
  look();
  return () => {
    const found = longest;
    longest = { length: 0, preempted: 0 };
    return found;
  };
};
