import { LRUCache } from 'lru-cache';
import type { Provenance } from '../cache/entry';
import type { Gate, Sighting } from '../freshness/gate';
import { accountScope, EVERYTHING, websiteScope, type Scope } from '../freshness/revisions';
import type { Queries } from '../queries';
import type { Website } from '../queries/websites';

/** A website that a key has opened, and what that knowledge rests on. */
export interface OpenedWebsite {
  website: Website;
  provenance: Provenance;
}

/** An opened website, and what the request has learned of its revisions. */
export interface Caller extends OpenedWebsite {
  sighting: Sighting;
}

/** How many keys are remembered; each takes a few hundred bytes. */
const MAX_REMEMBERED = 10_000;

/** All scopes that any response to this website depends on. */
export const scopesOf = (website: Website): [Scope, Scope, Scope] => [
  websiteScope(website.documentId),
  accountScope(website.account),
  EVERYTHING,
];

/**
 * Finds the website of a key. What was found is remembered until the website's revision changes or the key
 * ends, and asked for again then. Keys that open nothing are not remembered.
 */
export const createWebsiteFinder = (queries: Queries, gate: Gate, hash: (apiKey: string) => string) => {
  const opened = new LRUCache<string, OpenedWebsite>({ max: MAX_REMEMBERED });

  const look = (website: Website): Promise<Sighting> =>
    new Promise((resolve) => gate.look(scopesOf(website), resolve));

  /** @returns null for a key that opens nothing. @throws an HTTP error 503 */
  const find = async (apiKey: string): Promise<Caller | null> => {
    const keyHash = hash(apiKey);
    const known = opened.get(keyHash);
    if (known) {
      const sighting = await look(known.website);
      if (gate.mayOpen(sighting, known.provenance)) return { ...known, sighting };
    }
    const found = await queries.snapshot(async (moment): Promise<OpenedWebsite | null> => {
      const match = await moment.websiteByKeyHash(keyHash);
      if (!match) return null;
      const scopes = scopesOf(match.website);
      const provenance: Provenance = {
        scopes,
        revisions: await moment.revisions(scopes),
        expiresAt: match.validUntil?.getTime() ?? Infinity,
        validFrom: -Infinity,
      };
      return { website: match.website, provenance };
    });
    if (!found) {
      opened.delete(keyHash);
      return null;
    }
    opened.set(keyHash, found);
    return { ...found, sighting: gate.sightingOf(found.provenance) };
  };

  return {
    find,
    /** True for a key that has opened a website before, and may still. */
    remembers: (apiKey: string): boolean => opened.has(hash(apiKey)),
  };
};

export type WebsiteFinder = ReturnType<typeof createWebsiteFinder>;
