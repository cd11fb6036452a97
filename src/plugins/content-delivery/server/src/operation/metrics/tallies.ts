import type { Sample } from './histogram';
import { createTally, type Tally } from './tally';

/** The label of requests that no website could be told of: other addresses, unknown keys. */
export const NO_WEBSITE = 'none';
/** The label of all websites that came after the first ones. */
export const OTHER_WEBSITES = 'other';
/** The label of every address but the four routes. */
export const OTHER_ROUTES = 'other';

/** How many websites have figures of their own: each takes up to some dozens of lines in every scrape. */
const MOST_WEBSITES = 500;

/** All tallies of a process. What labels they have comes from stored content, never from an address. */
export const createTallies = (mostWebsites = MOST_WEBSITES) => {
  const websites = new Set<string>();
  const tallies = new Map<string, Map<string, Tally>>();

  const labelOf = (website: string | null): string => {
    if (website === null) return NO_WEBSITE;
    if (websites.has(website)) return website;
    if (websites.size >= mostWebsites) return OTHER_WEBSITES;
    websites.add(website);
    return website;
  };

  const samples = (of: (tally: Tally, labels: Sample['labels']) => Sample[]): Sample[] =>
    [...tallies].flatMap(([route, byWebsite]) =>
      [...byWebsite].flatMap(([website, tally]) => of(tally, { route, website })),
    );

  return {
    /** @param website its documentId; null where none is known */
    of(route: string, website: string | null): Tally {
      const label = labelOf(website);
      let byWebsite = tallies.get(route);
      if (!byWebsite) tallies.set(route, (byWebsite = new Map()));
      let tally = byWebsite.get(label);
      if (!tally) byWebsite.set(label, (tally = createTally()));
      return tally;
    },

    requests: (): Sample[] => samples((tally, labels) => tally.requests(labels)),
    durations: (name: string): Sample[] => samples((tally, labels) => tally.durations(name, labels)),
  };
};

export type Tallies = ReturnType<typeof createTallies>;
