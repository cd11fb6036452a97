import { setImmediate as tick } from 'node:timers/promises';

/** Milliseconds of one tick of the event loop after which the next statement waits for another. */
const MAX_TICK = 2;

/**
 * SQLite works on this thread, and knex awaits nothing but promises that are fulfilled already: one statement after the
 * other, a transaction or a whole request would keep all others from the event loop until its end.
 * @returns runs a statement when readers have had their turn after the last ones
 */
export const createStatementYielder = () => {
  let begun: number | null = null;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    // Of many that wait, such as a hundred entries that are published side by side, some go on in each tick.
    while (begun !== null && performance.now() - begun >= MAX_TICK) await tick();
    if (begun === null) {
      begun = performance.now();
      setImmediate(() => (begun = null));
    }
    return run();
  };
};
