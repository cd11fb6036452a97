import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Count } from '../../platform/processes/questions';

/** So many requests in so many seconds. */
export interface Policy {
  /** Names the policy in headers and keys. */
  name: 'address' | 'website' | 'wrong-keys' | 'sign-ins' | 'accounts';
  quota: number;
  /** Seconds. */
  window: number;
  /** Whether the headers go with every response, or only with those over the limit. */
  headers: 'always' | 'onLimit';
}

/** Counts a request of one caller. Never rejects: a request must not fail because of a limit's storage. */
export type Counter = (whose: string) => Promise<Count>;

/**
 * How many are counted at a time in memory, for each policy; about 0.6 KB each. Least recently seen callers are
 * evicted. Evicting yourself takes 50,000 addresses, each with its own quota anyway.
 */
const MAX_COUNTED = 50_000;

export const countOf = (isExceeded: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Count => ({
  isExceeded,
  remaining: remainingPoints,
  resetsIn: Math.max(0, msBeforeNext),
});

/** Counts in the memory of this process. */
export const createMemoryCounter = (
  { quota, window }: Pick<Policy, 'quota' | 'window'>,
  most = MAX_COUNTED,
): Counter => {
  const limiter = new RateLimiterMemory({ points: quota, duration: window });
  // The limiter itself keeps every caller until the window ends.
  const seen = new LRUCache<string, true>({
    // Not `max`, for which room is made at once, at each start.
    maxSize: most,
    sizeCalculation: () => 1,
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
