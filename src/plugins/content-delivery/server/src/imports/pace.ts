import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which requests have their turn. */
const SLICE = 1;

/** Awaited between steps of long work, it lets requests have their turn often enough that they do not notice. */
export const createPace = (slice = SLICE) => {
  let since = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - since < slice) return;
    await nextTurn();
    since = performance.now();
  };
};

export type Pace = ReturnType<typeof createPace>;
