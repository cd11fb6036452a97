import { HOUR, SECOND } from '../platform/durations';

/** A receiver may ask for no longer wait than this. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** Milliseconds without success after which nothing more is sent to a receiver. */
export const MAX_FAILING = 5 * 24 * HOUR;

/** The moment that `Retry-After` names, in seconds or as a date; null for none, or one that is past. */
export const retryAfter = (header: string | undefined, now: Date): Date | null => {
  if (header === undefined) return null;
  const text = header.trim();
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * SECOND : Date.parse(text);
  if (!(at > now.getTime())) return null;
  return new Date(Math.min(at, now.getTime() + MAX_RETRY_AFTER));
};
