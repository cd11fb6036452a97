import { SECOND } from '../durations';

/**
 * Milliseconds that a `Retry-After` asks for, in seconds or as a date; 0 for one that is past. Null for none, and for what is
 * neither: a number of more than nine digits is no wait, but likely the time in seconds since 1970.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): number | null => {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};
