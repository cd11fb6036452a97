import type { Sample } from './histogram';
import { createRequestCounter, type RequestCounter } from './request-counter';

/** The label of requests without a known website: other addresses, unknown keys. */
const NO_WEBSITE = 'none';
/** The label of all websites that came after the first ones. */
const OTHER_WEBSITES = 'other';
/** The label of every address but the four routes. */
export const OTHER_ROUTES = 'other';

/** How many websites are counted separately: each takes up to some dozens of lines in every scrape. */
const MAX_WEBSITES = 500;

/** All request counters of a process. Labels come from stored content, never from an address. */
export const createRequestCounters = (maxWebsites = MAX_WEBSITES) => {
  const websites = new Set<string>();
  const requestCounters = new Map<string, Map<string, RequestCounter>>();

  const labelOf = (website: string | null): string => {
    if (website === null) return NO_WEBSITE;
    if (websites.has(website)) return website;
    if (websites.size >= maxWebsites) return OTHER_WEBSITES;
    websites.add(website);
    return website;
  };

  const samples = (of: (counter: RequestCounter, labels: Sample['labels']) => Sample[]): Sample[] =>
    [...requestCounters].flatMap(([route, byWebsite]) =>
      [...byWebsite].flatMap(([website, counter]) => of(counter, { route, website })),
    );

  return {
    /** @param website its documentId; null where none is known */
    of(route: string, website: string | null): RequestCounter {
      const label = labelOf(website);
      let byWebsite = requestCounters.get(route);
      if (!byWebsite) requestCounters.set(route, (byWebsite = new Map()));
      let counter = byWebsite.get(label);
      if (!counter) byWebsite.set(label, (counter = createRequestCounter()));
      return counter;
    },

    requests: (): Sample[] => samples((counter, labels) => counter.requests(labels)),
    durations: (name: string): Sample[] => samples((counter, labels) => counter.durations(name, labels)),
  };
};

export type RequestCounters = ReturnType<typeof createRequestCounters>;
