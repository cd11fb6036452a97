import { LRUCache } from 'lru-cache';
import type { Gate, ObservedRevisions } from '../../freshness/gate';
import type { Queries } from '../queries';
import type { Website } from '../queries/websites';
import { createKeyLookups } from './lookups';
import { scopesOf, type AuthenticatedWebsite } from './opened';

export { scopesOf, type AuthenticatedWebsite } from './opened';

/** An opened website, and what the request has learned of its revisions. */
export interface Caller extends AuthenticatedWebsite {
  sighting: ObservedRevisions;
}

/** How many keys are remembered; each takes a few hundred bytes. */
const MAX_REMEMBERED = 10_000;

/**
 * Finds the website of a key. What was found is remembered until the website's revision changes or the key
 * ends, and asked for again then. Keys that open nothing are not remembered.
 */
export const createKeyResolver = (queries: Queries, gate: Gate, hash: (apiKey: string) => string) => {
  const opened = new LRUCache<string, AuthenticatedWebsite>({ max: MAX_REMEMBERED });
  const lookUp = createKeyLookups(queries);

  const look = (website: Website): Promise<ObservedRevisions> =>
    new Promise((resolve) => gate.observe(scopesOf(website), resolve));

  /** @returns null for a key that opens nothing. @throws an HTTP error 503 */
  const find = async (apiKey: string): Promise<Caller | null> => {
    const keyHash = hash(apiKey);
    const known = opened.get(keyHash);
    if (known) {
      const sighting = await look(known.website);
      if (gate.isKeyValid(sighting, known.provenance)) return { ...known, sighting };
    }
    const found = await lookUp(keyHash);
    if (!found) {
      opened.delete(keyHash);
      return null;
    }
    opened.set(keyHash, found);
    return { ...found, sighting: gate.observedIn(found.provenance) };
  };

  return {
    find,
    /** True for a key that has opened a website before, and may still. */
    remembers: (apiKey: string): boolean => opened.has(hash(apiKey)),
  };
};

export type KeyResolver = ReturnType<typeof createKeyResolver>;
