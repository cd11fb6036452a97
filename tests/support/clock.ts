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
  setServerClock();
};

export const resumeClock = (): void => {
  jest.useRealTimers();
  setServerClock();
};
