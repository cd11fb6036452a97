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

/**
 * Waits for an answer that never rejects.
 * @param late what it is after so many milliseconds
 */
export const within = <Answer, Late>(
  milliseconds: number,
  answer: Promise<Answer>,
  late: Late,
): Promise<Answer | Late> =>
  new Promise((resolve) => {
    const endWait = startPatientTimer(milliseconds, () => resolve(late));
    void answer.then((one) => {
      endWait();
      resolve(one);
    });
  });

/** Milliseconds between two looks at many waits. */
const TICK = 25;

/**
 * The same for waits that are many and short: they share one timer, which goes on for a moment after the last. To start
 * one and to end it costs next to nothing.
 */
export const createPatientTimers = (): typeof startPatientTimer => {
  interface Wait {
    left: number;
    /** By the clock of `performance.now()`: when it was looked at last. */
    seen: number;
    giveUp: () => void;
    afterReading?: NodeJS.Immediate;
  }
  const waits = new Set<Wait>();
  let isTicking = false;
  const tick = (): void => {
    const now = performance.now();
    for (const wait of waits) {
      wait.left -= Math.min(PART, now - wait.seen);
      wait.seen = now;
      if (wait.left > 0) continue;
      waits.delete(wait);
      wait.afterReading = setImmediate(wait.giveUp);
    }
    isTicking = waits.size > 0;
    if (isTicking) setTimeout(tick, TICK);
  };
  return (milliseconds, giveUp) => {
    const wait: Wait = { left: milliseconds, seen: performance.now(), giveUp };
    waits.add(wait);
    if (!isTicking) {
      isTicking = true;
      setTimeout(tick, TICK);
    }
    return () => {
      waits.delete(wait);
      clearImmediate(wait.afterReading);
    };
  };
};
