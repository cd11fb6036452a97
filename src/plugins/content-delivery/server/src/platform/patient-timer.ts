/** Milliseconds of one part of a wait. */
const PART = 100;

/**
 * Gives up on an answer from outside. A process that stood still (a long collection of garbage, a busy machine, SIGSTOP) finds
 * its timers due before it has read what came meanwhile, or has sent what it was about to ask. So the wait is made of parts,
 * of which each counts for no more than its length however long it took, and sockets are read once more after the last.
 *
 * @param milliseconds that the answer may take; a little more may pass
 * @returns ends the wait; more than once does no harm
 */
export const startPatientTimer = (milliseconds: number, giveUp: () => void): (() => void) => {
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  let afterReading: NodeJS.Immediate | undefined;
  const wait = (): void => {
    const part = Math.min(left, PART);
    timer = setTimeout(() => {
      left -= part;
      if (left > 0) wait();
      else afterReading = setImmediate(giveUp);
    }, part);
  };
  wait();
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
};
