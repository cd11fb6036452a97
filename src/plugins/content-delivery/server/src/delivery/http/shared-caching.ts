import type { CacheEntry } from '../../freshness/cache/entry';

/**
 * Milliseconds that an answer may have taken and still be kept by caches in front, from when it was known to be current. They are told
 * once more after `AGAIN_AFTER` of events/purges what a change has made old, for answers that were on their way; one that took longer
 * could arrive after that.
 */
const MAX_FILL = 5_000;

/**
 * For how many seconds caches in front may keep an answer; null for not at all.
 * @param observedAt when it was known to be current, by the clock of `performance.now()`
 */
export const sharedSecondsOf = (
  { sharedSeconds, expiresAt }: Pick<CacheEntry, 'sharedSeconds' | 'expiresAt'>,
  observedAt: number,
): number | null => {
  if (sharedSeconds === null || performance.now() - observedAt > MAX_FILL) return null;
  // What the clock alone makes old, caches can let go by themselves.
  const left = Math.floor((expiresAt - Date.now()) / 1_000);
  return Math.max(0, Math.min(sharedSeconds, left));
};

/** Directives that keep caches in front from keeping an answer, or say themselves for how long. */
const NOT_KEPT = /(?:^|,)\s*(?:no-store|no-cache|private)\b/i;
const SHARED = /\s*,?\s*s-maxage\s*=\s*"?\d+"?/gi;

/** `Cache-Control` as configured, and for how long caches in front may keep the answer. */
export const withSharedSeconds = (cacheControl: string, seconds: number | null): string => {
  if (seconds === null || NOT_KEPT.test(cacheControl)) return cacheControl;
  return `${cacheControl.replace(SHARED, '').replace(/^\s*,\s*/, '')}, s-maxage=${seconds}`;
};
