const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from one attempt to the next. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/** A receiver may ask for no longer wait than this. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** After so long without success, a webhook is switched off. */
export const MAX_FAILING = 5 * 24 * HOUR;

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

/** The moment that `Retry-After` names, in seconds or as a date; null for none, or one that is past. */
export const retryAfter = (header: string | undefined, now: Date): Date | null => {
  if (header === undefined) return null;
  const text = header.trim();
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * SECOND : Date.parse(text);
  if (!(at > now.getTime())) return null;
  return new Date(Math.min(at, now.getTime() + MAX_RETRY_AFTER));
};
