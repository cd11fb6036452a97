import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks. */
const PAUSE = 10;

/** Waits until something is so. Whoever waits in vain is ended by the test's own time. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await setTimeout(PAUSE);
};
