import { HOUR, MINUTE, SECOND } from '../../platform/durations';

/** Milliseconds from one attempt to the next. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/**
 * When an event is tried again.
 * @param attempts that have failed
 * @returns null when it is given up
 */
export const nextAttempt = (attempts: number, now: Date, notBefore: Date | null): Date | null => {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return null;
  return new Date(Math.max(now.getTime() + delay, notBefore?.getTime() ?? 0));
};
