import { BOUNDS, createHistogram, type Sample } from './histogram';

/**
 * Where the bytes of an answer came from: kept ones; a 304; made for this request; sent while they were read;
 * kept ones that may be out of date, as the database is out of reach; or none of these, as for errors.
 */
export const CACHE_OUTCOMES = ['hit', 'revalidated', 'built', 'streamed', 'stale', 'none'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** Of an answer from cached responses; client-visible outcomes win over internal ones. */
export const cacheOutcomeOf = (answer: {
  isStale: boolean;
  isUnmodified: boolean;
  isNew: boolean;
}): CacheOutcome => {
  if (answer.isStale) return 'stale';
  if (answer.isUnmodified) return 'revalidated';
  return answer.isNew ? 'built' : 'hit';
};

const COLUMN = Object.fromEntries(CACHE_OUTCOMES.map((outcome, index) => [outcome, index])) as Record<
  CacheOutcome,
  number
>;

/** The requests of one route and website: how many by status and cache outcome, and how long they took. */
export const createRequestCounter = () => {
  const byStatus = new Map<number, Float64Array>();
  const durations = createHistogram(BOUNDS);

  return {
    /** @param milliseconds from the arrival of the request to the end of its answer */
    count(status: number, cache: CacheOutcome, milliseconds: number): void {
      let counts = byStatus.get(status);
      if (!counts) byStatus.set(status, (counts = new Float64Array(CACHE_OUTCOMES.length)));
      const column = COLUMN[cache];
      counts[column] = (counts[column] ?? 0) + 1;
      durations.observe(milliseconds);
    },

    byStatus: (): [status: number, count: number][] =>
      [...byStatus].map(([status, counts]) => [status, counts.reduce((sum, count) => sum + count, 0)]),

    requests: (labels: Sample['labels']): Sample[] =>
      [...byStatus].flatMap(([status, counts]) =>
        CACHE_OUTCOMES.map((cache, column) => ({
          labels: { ...labels, status, cache },
          value: counts[column] ?? 0,
        })).filter(({ value }) => value > 0),
      ),

    durations: durations.samples,
  };
};

export type RequestCounter = ReturnType<typeof createRequestCounter>;
