import type { RetryOptions } from '../options.js';
import type { Runtime } from './runtime.js';

/** True for statuses that may be gone at the next attempt. */
export const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status <= 599);

/** Milliseconds that a `Retry-After` asks for: seconds, or an HTTP date. Null for none, and for nonsense. */
export const retryAfterOf = (value: string | null, now: number): number | null => {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Only dates with words: Date.parse takes numbers such as -5 for years.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/**
 * Milliseconds before the next attempt. What the server asks for counts, up to the bound; else the time doubles
 * with each attempt, half of it random, so that many callers do not come back at once.
 * @param attempt how many attempts have failed before the last one
 */
export const delayBefore = (
  attempt: number,
  retryAfter: number | null,
  { delay, maxDelay, maxRetryAfter }: RetryOptions,
  { random }: Runtime,
): number => {
  if (retryAfter !== null) return Math.min(retryAfter, maxRetryAfter);
  const longest = Math.min(delay * 2 ** attempt, maxDelay);
  return longest / 2 + (longest / 2) * random();
};
