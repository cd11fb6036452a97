import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import type { Sample } from './histogram';
import { createRequestCounter, type RequestCounter } from './request-counter';

/** The label of requests without a known website: other addresses, unknown keys. */
const NO_WEBSITE = 'none';
/** The label of all websites that came after the first ones. */
const OTHER_WEBSITES = 'other';
/** The label of every address but the delivery routes. */
export const OTHER_ROUTES = 'other';

const ROUTES: readonly string[] = [...Object.values(DELIVERY_PATHS), OTHER_ROUTES];

/** What an error may be that the server itself answers with; others are counted once they have come up. */
const ERRORS = [400, 401, 404, 405, 429, 500, 503] as const;

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

  const errorsOf = (route: string): Sample[] => {
    const counts = new Map<number, number>(ERRORS.map((status) => [status, 0]));
    for (const counter of requestCounters.get(route)?.values() ?? []) {
      for (const [status, count] of counter.byStatus()) {
        if (status >= 400) counts.set(status, (counts.get(status) ?? 0) + count);
      }
    }
    return [...counts].map(([status, value]) => ({ labels: { route, status }, value }));
  };

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

    /** By route and status, without websites. They are there from 0 on: a counter that first appears at 1 has not risen. */
    errors: (): Sample[] => ROUTES.flatMap(errorsOf),

    requests: (): Sample[] => samples((counter, labels) => counter.requests(labels)),
    durations: (name: string): Sample[] => samples((counter, labels) => counter.durations(name, labels)),
  };
};

export type RequestCounters = ReturnType<typeof createRequestCounters>;
