import { HOUR } from '../platform/durations';
import { parseRetryAfter } from '../platform/outgoing/retry-after';

/** A receiver may ask for no longer wait than this. */
export const MAX_RETRY_AFTER = 24 * HOUR;

/** Milliseconds without success after which nothing more is sent to a receiver. */
export const MAX_FAILING = 5 * 24 * HOUR;

/** The moment until which a `Retry-After` asks to wait, a day ahead at most; null for none, or one that is past. */
export const retryAfter = (header: string | undefined, now: Date): Date | null => {
  const wait = parseRetryAfter(header, now);
  return wait ? new Date(now.getTime() + Math.min(wait, MAX_RETRY_AFTER)) : null;
};
