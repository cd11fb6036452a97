import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks. */
const PAUSE = 10;

/** Waits until something is so. A wait in vain ends with the test's timeout. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await setTimeout(PAUSE);
};
