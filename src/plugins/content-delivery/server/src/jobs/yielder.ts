import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which requests have their turn. */
const SLICE = 1;
/** How many times as long as the work requests may take while there are any. */
const SHARE = 4;
/** Milliseconds below which a turn had nothing to do. */
const IDLE = 0.1;

/**
 * Awaited between steps of long work, it lets requests have their turn often enough that they do not notice: at
 * once when there is none, and for four fifths of the time while more come than can be answered.
 */
export const createYielder = (slice = SLICE) => {
  let since = performance.now();
  return async (): Promise<void> => {
    const begun = performance.now();
    const worked = begun - since;
    if (worked < slice) return;
    for (let now = begun, turn = 0; now - begun <= worked * SHARE;) {
      await nextTurn();
      turn = performance.now() - now;
      now += turn;
      if (turn < IDLE) break;
    }
    since = performance.now();
  };
};

export type Yielder = ReturnType<typeof createYielder>;
