import { types } from 'node:util';

/** Everything but Date goes on as usual: servers and databases need their timers. */
const RUNNING = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** The server runs outside Jest's sandbox; its clock is the one in here. */
const setServerClock = (): void => {
  if (globalThis.outside) globalThis.outside.global.Date = Date;
};

/** The server's clock stops at a moment until `resumeClock`. */
export const stopClockAt = (moment: string): void => {
  jest.useFakeTimers({ now: new Date(moment), doNotFake: [...RUNNING] });
  // A statement may be on its way with a moment that was made before: knex asks `instanceof Date`.
  Object.defineProperty(Date, Symbol.hasInstance, { value: types.isDate });
  setServerClock();
};

export const resumeClock = (): void => {
  jest.useRealTimers();
  setServerClock();
};
