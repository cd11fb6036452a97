import { errors } from '@strapi/utils';
import type { ByteCache } from '../../freshness/cache/bytes';
import type { CacheEntry, Outline, TooLong } from '../../freshness/cache/entry';
import { etagOf } from '../../freshness/cache/etag';
import type { Gate } from '../../freshness/gate';
import type { DeliverySnapshot, Queries } from '../queries';
import { scopesOf } from '../authentication/authenticated-website';
import type { Caller } from '../authentication/websites';
import {
  leavesOutScheduled,
  needsOneStatement,
  readAnswer,
  readInOneStatement,
  tagsOfList,
  type AnswerSettings,
} from './build';
import { jsonOf } from './json';
import { createOrders, listFor, type List } from './lists';
import { outlineIn } from './lists/renew';
import { createLongLists } from './long-lists';
import type { DeliveryQuery } from './delivery-query';
import { keyOf, seenBy, stateIn, listVersionOf, type State } from './state';

export { parseDeliveryQuery, ROUTES, type DeliveryQuery, type Route } from './delivery-query';

/** A response that is ready to be sent, and its key in the cache. */
export interface CachedResponse {
  key: string;
  entry: CacheEntry;
  /** It was built for this request, or for another one that waited at the same time. */
  isNew: boolean;
}

/** A response that is too large to be kept: it is read while it is sent. */
export interface StreamedResponse {
  /** Names its content; each encoding has its own tag. */
  version: string;
  /** For caches in front. */
  tags: readonly string[];
  headers: Readonly<Record<string, string>>;
  /**
   * Waits for a slot.
   * @param signal for a caller who goes away meanwhile
   * @throws SemaphoreTimeout, AcquireAborted, an HTTP error 503
   */
  open(signal: AbortSignal): Promise<OpenStream>;
}

export interface OpenStream {
  /** Of what is sent: it may have changed during the wait. */
  version: string;
  headers: Readonly<Record<string, string>>;
  pieces: AsyncIterable<Buffer>;
  /** For a caller that stops before the last piece. */
  close(): Promise<void>;
}

interface Parts extends AnswerSettings {
  queries: Queries;
  cache: ByteCache;
  gate: Gate;
  /** Of this software: another release may write the same content in other bytes. */
  release: string;
}

/** Bytes up to which a list is read at once, even where the cache is too small to keep it: others notice nothing of it. */
const MAX_BUFFERED = 1024 * 1024;

/** A list that is kept, but not read at once. */
interface Long {
  /** About how many bytes it takes. */
  size: number;
}

/** Answers questions with cached responses: kept ones while they are current, else new ones. */
export const createAnswers = ({ queries, cache, gate, release, ...settings }: Parts) => {
  const orders = createOrders();
  const longLists = createLongLists({ queries, orders, ...settings });

  const entryOf = async (
    query: DeliveryQuery,
    bytes: Buffer,
    snapshot: DeliverySnapshot,
    { website, scopes, revisions, expiresAt }: State,
    { tags, headers }: { tags: readonly string[]; headers: Readonly<Record<string, string>> },
    outline?: Outline,
  ): Promise<CacheEntry> => ({
    scopes,
    revisions,
    expiresAt,
    tags,
    // What nothing purges from them is not for them to keep.
    sharedSeconds: tags.length > 0 ? website.sharedSeconds : null,
    validFrom: leavesOutScheduled(query, website) ? snapshot.now.getTime() : -Infinity,
    headers,
    identity: { bytes, etag: await etagOf(bytes, headers) },
    outline,
    encoded: {},
  });

  const version = (query: DeliveryQuery, caller: Caller, state: State): string =>
    listVersionOf(query, caller, state, { publicUrl: settings.publicUrl, release });

  const tooLong = (
    query: DeliveryQuery,
    caller: Caller,
    state: State,
    headers: List['headers'],
  ): TooLong => ({
    version: version(query, caller, state),
    expiresAt: state.expiresAt,
    tags: tagsOfList(query, state.website),
    headers,
  });

  const isTooLong = (bytes: number): boolean => bytes > Math.max(cache.longest, MAX_BUFFERED);

  const buildShort = async (query: DeliveryQuery, caller: Caller): Promise<CacheEntry | TooLong | Long> => {
    const make = await queries.snapshot(async (snapshot) => {
      const state = await stateIn(snapshot, query, caller);
      const list = await listFor(query, state, snapshot, settings, orders);
      if (!list) {
        const { make, tags } = await readAnswer(query, state.website, snapshot, settings);
        return async () =>
          entryOf(query, Buffer.from(JSON.stringify(await make())), snapshot, state, { tags, headers: {} });
      }
      const { headers } = list;
      const entry = ({ bytes, outline }: { bytes: Buffer; outline?: Outline | undefined }) =>
        entryOf(query, bytes, snapshot, state, { tags: tagsOfList(query, state.website), headers }, outline);
      const tooLongNow = () => tooLong(query, caller, state, headers);
      const before = cache.get(keyOf(query, caller));
      const renew = before && (await list.renew?.(before));
      if (renew) {
        return async () => {
          const renewed = await renew();
          return isTooLong(renewed.bytes.length) ? tooLongNow() : entry(renewed);
        };
      }
      const size = await list.size();
      if (isTooLong(size.bytes)) return tooLongNow;
      if (size.bytes + size.work > MAX_BUFFERED) return () => ({ size: size.bytes + size.work });
      const { places, make } = await list.read();
      const outline = await outlineIn(snapshot, state, places);
      return async () => {
        const { bytes, starts } = jsonOf(await make());
        return entry({ bytes, outline: outline(starts) });
      };
    });
    return make();
  };

  /** Null where more is to be read. */
  const buildInOneStatement = async (query: DeliveryQuery, caller: Caller): Promise<CacheEntry | null> => {
    if (!needsOneStatement(query)) return null;
    const { website, validity } = caller;
    const revisions = [...validity.revisions];
    const state = { website, scopes: scopesOf(website), revisions, expiresAt: Infinity };
    const make = await queries.single(async (snapshot) => {
      const read = await readInOneStatement(query, website, validity.revisions, snapshot, settings);
      if (!read) return null;
      // Others read meanwhile.
      return async () => {
        const bytes = Buffer.from(JSON.stringify(await read.make()));
        return entryOf(query, bytes, snapshot, state, { tags: read.tags, headers: {} });
      };
    });
    return make && make();
  };

  const build = async (query: DeliveryQuery, caller: Caller): Promise<CacheEntry | TooLong> => {
    const whole = await buildInOneStatement(query, caller);
    if (whole) return whole;
    const built = await buildShort(query, caller);
    if (!('size' in built)) return built;
    const { made, snapshot, state, headers } = await longLists.build(
      query,
      caller,
      built.size,
      cache.longest,
    );
    if (!made) return tooLong(query, caller, state, headers);
    const tags = tagsOfList(query, state.website);
    return entryOf(query, made.bytes, snapshot, state, { tags, headers }, made.outline);
  };

  const openLong = async (query: DeliveryQuery, caller: Caller, signal: AbortSignal): Promise<OpenStream> => {
    const { state, ...opened } = await longLists.open(query, caller, signal);
    return { version: version(query, caller, state), ...opened };
  };

  return {
    /** @throws NotFoundError, an HTTP error 503 */
    async get(query: DeliveryQuery, caller: Caller): Promise<CachedResponse | StreamedResponse> {
      const key = keyOf(query, caller);
      const kept = cache.get(key);
      if (kept && gate.isServable(caller.observed, kept)) {
        cache.countHit();
        return { key, entry: kept, isNew: false };
      }
      const arrived = Date.now();
      // The clock alone may bring a withheld post: one that a build under way did not find may be there by now.
      let mayBeDue = caller.website.withholdsScheduled && 'slug' in query;
      for (;;) {
        let isOwn = false;
        const make = (): Promise<CacheEntry | TooLong> => {
          isOwn = true;
          return build(query, caller).catch((error: unknown) => {
            // What is known to be gone must not come back when the database is out of reach.
            if (error instanceof errors.NotFoundError) cache.forget(key);
            throw error;
          });
        };
        let built: CacheEntry | TooLong;
        try {
          built = await cache.build(key, seenBy(caller), make);
        } catch (error) {
          if (!(error instanceof errors.NotFoundError) || isOwn || !mayBeDue) throw error;
          // Whatever is joined next was begun after this request arrived.
          mayBeDue = false;
          continue;
        }
        // A build that was under way already may have missed a moment that has come since. One's own has not, whatever the clock says.
        if (!isOwn && built.expiresAt <= arrived) continue;
        if ('identity' in built) return { key, entry: built, isNew: true };
        const { version, tags, headers } = built;
        return { version, tags, headers, open: (signal) => openLong(query, caller, signal) };
      }
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;
