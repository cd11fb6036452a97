import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** So many requests in so many seconds. */
export interface Policy {
  /** Names the policy in headers and keys. */
  name: 'address' | 'website' | 'wrong-keys' | 'sign-ins';
  quota: number;
  /** Seconds. */
  window: number;
  /** Whether how things stand is said to everybody, or only to whoever is over the limit. */
  headers: 'always' | 'onLimit';
}

/** How things stand after a request was counted. */
export interface Count {
  isOver: boolean;
  remaining: number;
  /** Milliseconds until counting begins anew. */
  resetsIn: number;
}

/** Counts a request of somebody. Never rejects: limits must not be why a request fails. */
export type Counter = (whose: string) => Promise<Count>;

/**
 * How many are counted at a time in memory, for each policy; about 0.6 KB each. Least recently seen callers are
 * evicted. Evicting yourself takes 50,000 addresses, each with a quota of its own anyway.
 */
export const MOST_COUNTED = 50_000;

export const countOf = (isOver: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Count => ({
  isOver,
  remaining: remainingPoints,
  resetsIn: Math.max(0, msBeforeNext),
});

/** Counts in the memory of this process. */
export const createMemoryCounter = ({ quota, window }: Policy, most = MOST_COUNTED): Counter => {
  const limiter = new RateLimiterMemory({ points: quota, duration: window });
  // The limiter itself keeps whoever comes, until the window ends.
  const seen = new LRUCache<string, true>({
    max: most,
    dispose: (_, whose) => void limiter.delete(whose),
  });
  return (whose) => {
    if (!seen.get(whose)) seen.set(whose, true);
    return limiter.consume(whose).then(
      (result) => countOf(false, result),
      (result: RateLimiterRes) => countOf(true, result),
    );
  };
};
