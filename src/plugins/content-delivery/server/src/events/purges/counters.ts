import type { Recorded } from './record';

/** What this instance has purged since it was started. */
export const createPurgeCounters = () => {
  const figures = { tags: 0, requests: 0, failedRequests: 0 };
  return {
    figures: (): Readonly<typeof figures> => figures,
    count({ isAccepted, tags }: Recorded): void {
      figures.requests += 1;
      if (isAccepted) figures.tags += tags;
      else figures.failedRequests += 1;
    },
  };
};

export type PurgeCounters = ReturnType<typeof createPurgeCounters>;
