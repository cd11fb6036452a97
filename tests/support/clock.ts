import { types } from 'node:util';

/** Everything but Date goes on as usual: servers and databases need their timers. */
const RUNNING = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
const INTERVALS = ['setInterval', 'clearInterval'] as const;

/** The server runs outside Jest's sandbox; its clock is the one in here. */
const setServerClock = (): void => {
  if (globalThis.outside) globalThis.outside.global.Date = Date;
};

const stop = (moment: string, doNotFake: (typeof RUNNING | typeof INTERVALS)[number][]): void => {
  jest.useFakeTimers({ now: new Date(moment), doNotFake });
  // A statement may be on its way with a moment that was made before: knex asks `instanceof Date`.
  Object.defineProperty(Date, Symbol.hasInstance, { value: types.isDate });
  setServerClock();
};

/** The server's clock stops at a moment until `resumeClock`. */
export const stopClockAt = (moment: string): void => stop(moment, [...RUNNING, ...INTERVALS]);

/** The same, and code that a test imports itself does at intervals goes on with `jest.advanceTimersByTime` only. */
export const stopClockAndIntervalsAt = (moment: string): void => stop(moment, [...RUNNING]);

export const resumeClock = (): void => {
  jest.useRealTimers();
  setServerClock();
};
