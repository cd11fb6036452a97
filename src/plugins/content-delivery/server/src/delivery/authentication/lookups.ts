import type { Validity } from '../../freshness/cache/entry';
import type { DeliverySnapshot, Queries } from '../queries';
import { KEY_BATCH } from '../queries/websites';
import { scopesOf, type AuthenticatedWebsite } from './authenticated-website';

interface Lookup {
  found: Promise<AuthenticatedWebsite | null>;
  settle(found: AuthenticatedWebsite | null): void;
  fail(error: unknown): void;
}

/** How many are read side by side, of the connections that the admin panel uses too. */
const MAX_CONCURRENT = 2;
/** Milliseconds after which the next read does not wait for one that hangs, as on a connection that is lost. */
const MAX_WAIT = 5_000;

const openedIn = async (
  snapshot: DeliverySnapshot,
  hashes: readonly string[],
): Promise<Map<string, AuthenticatedWebsite>> => {
  const matches = await snapshot.websitesByKeyHashes(hashes);
  return new Map(
    matches.map(({ hash, website, validUntil, revisions }) => {
      const validity: Validity = {
        scopes: scopesOf(website),
        revisions,
        expiresAt: validUntil?.getTime() ?? Infinity,
        validFrom: -Infinity,
      };
      return [hash, { website, validity }];
    }),
  );
};

/**
 * Looks up keys: however many requests wait for one key, it is looked up once, and those that wait for different keys
 * share a statement. A request only joins a read that has not begun, so what it learns was read after it arrived.
 */
export const createKeyLookups = (queries: Pick<Queries, 'single'>) => {
  const waiting = new Map<string, Lookup>();
  let running = 0;

  const begin = (): void => {
    if (waiting.size === 0 || running === MAX_CONCURRENT) return;
    const batch = [...waiting].slice(0, KEY_BATCH);
    for (const [hash] of batch) waiting.delete(hash);
    running += 1;
    let isSettled = false;
    const over = (): void => {
      clearTimeout(timer);
      if (isSettled) return;
      isSettled = true;
      running -= 1;
      begin();
    };
    const timer = setTimeout(over, MAX_WAIT);
    queries
      .single((snapshot) =>
        openedIn(
          snapshot,
          batch.map(([hash]) => hash),
        ),
      )
      .then(
        (opened) => {
          for (const [hash, { settle }] of batch) settle(opened.get(hash) ?? null);
        },
        (error: unknown) => {
          for (const [, { fail }] of batch) fail(error);
        },
      )
      .finally(over);
    begin();
  };

  /** @returns null for a key that opens nothing. @throws an HTTP error 503 */
  return (hash: string): Promise<AuthenticatedWebsite | null> => {
    const joined = waiting.get(hash);
    if (joined) return joined.found;
    let settle: Lookup['settle'] = () => undefined;
    let fail: Lookup['fail'] = () => undefined;
    const found = new Promise<AuthenticatedWebsite | null>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    // At the end of this tick: callers notified together of a change share one lookup.
    if (waiting.size === 0) setImmediate(begin);
    waiting.set(hash, { found, settle, fail });
    return found;
  };
};
