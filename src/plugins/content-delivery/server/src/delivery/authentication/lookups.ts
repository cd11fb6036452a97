import type { Validity } from '../../freshness/cache/entry';
import type { DeliverySnapshot, Queries } from '../queries';
import { KEY_BATCH } from '../queries/websites';
import { scopesOf, type AuthenticatedWebsite } from './opened';

interface Lookup {
  found: Promise<AuthenticatedWebsite | null>;
  settle(found: AuthenticatedWebsite | null): void;
  fail(error: unknown): void;
}

/** How many are read side by side, of the connections that the admin panel uses too. */
const MAX_CONCURRENT = 2;
/** Milliseconds after which the next read does not wait for one that hangs, as on a connection that is lost. */
const LONGEST_WAIT = 5_000;

const openedIn = async (
  moment: DeliverySnapshot,
  hashes: readonly string[],
): Promise<Map<string, AuthenticatedWebsite>> => {
  const matches = await moment.websitesByKeyHashes(hashes);
  const scopes = [...new Set(matches.flatMap(({ website }) => scopesOf(website)))];
  const revisions = await moment.revisionsByScope(scopes);
  return new Map(
    matches.map(({ hash, website, validUntil }) => {
      const own = scopesOf(website);
      const provenance: Validity = {
        scopes: own,
        revisions: own.map((scope) => revisions.get(scope) ?? 0),
        expiresAt: validUntil?.getTime() ?? Infinity,
        validFrom: -Infinity,
      };
      return [hash, { website, provenance }];
    }),
  );
};

/**
 * Looks up keys: however many requests wait for one key, it is looked up once, and those that wait for different keys
 * share a snapshot. A request only joins a read that has not begun, so what it learns was read after it arrived.
 */
export const createKeyLookups = (queries: Pick<Queries, 'snapshot'>) => {
  const waiting = new Map<string, Lookup>();
  let running = 0;

  const begin = (): void => {
    if (waiting.size === 0 || running === MAX_CONCURRENT) return;
    const batch = [...waiting].slice(0, KEY_BATCH);
    for (const [hash] of batch) waiting.delete(hash);
    running += 1;
    let isOver = false;
    const over = (): void => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      running -= 1;
      begin();
    };
    const timer = setTimeout(over, LONGEST_WAIT);
    queries
      .snapshot((moment) =>
        openedIn(
          moment,
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
    // At the end of this turn: those who were told together that something has changed ask together.
    if (waiting.size === 0) setImmediate(begin);
    waiting.set(hash, { found, settle, fail });
    return found;
  };
};
