import { LRUCache } from 'lru-cache';
import type { Gate, ObservedRevisions } from '../../freshness/gate';
import type { Queries } from '../queries';
import type { Website } from '../queries/websites';
import { createKeyLookups } from './lookups';
import { scopesOf, type AuthenticatedWebsite } from './authenticated-website';

/** An opened website, and what the request has learned of its revisions. */
export interface Caller extends AuthenticatedWebsite {
  observed: ObservedRevisions;
}

/** How many keys are remembered; each takes a few hundred bytes. */
const MAX_REMEMBERED = 10_000;

/**
 * Finds the website of a key, by the key's hash. What was found is remembered until the website's revision changes or the key
 * ends, and asked for again then. Keys that open nothing are not remembered.
 */
export const createKeyResolver = (queries: Queries, gate: Gate) => {
  const opened = new LRUCache<string, AuthenticatedWebsite>({ max: MAX_REMEMBERED });
  const lookUp = createKeyLookups(queries);

  const look = (website: Website): Promise<ObservedRevisions> =>
    new Promise((resolve) => gate.observe(scopesOf(website), resolve));

  /** @returns null for a key that opens nothing. @throws an HTTP error 503 */
  const resolve = async (keyHash: string): Promise<Caller | null> => {
    const known = opened.get(keyHash);
    if (known) {
      const observed = await look(known.website);
      if (gate.isKeyValid(observed, known.validity)) return { ...known, observed };
    }
    const at = performance.now();
    const found = await lookUp(keyHash);
    if (!found) {
      opened.delete(keyHash);
      return null;
    }
    opened.set(keyHash, found);
    return { ...found, observed: gate.observedIn(found.validity, at) };
  };

  return {
    resolve,
    /** True for a key that has opened a website before, and may still. */
    remembers: (keyHash: string): boolean => opened.has(keyHash),
  };
};

export type KeyResolver = ReturnType<typeof createKeyResolver>;
