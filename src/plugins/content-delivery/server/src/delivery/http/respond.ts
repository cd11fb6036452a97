import type { IncomingHttpHeaders } from 'node:http';
import type { ByteCache } from '../../freshness/cache/bytes';
import { encode, encodingOf, negotiate } from '../../freshness/cache/encoding';
import type { CacheEntry, Encoding, Representation } from '../../freshness/cache/entry';
import { cacheOutcomeOf, type CacheOutcome } from '../../operation/metrics/request-counter';
import type { CachedResponse } from '../answers';
import {
  COMMON_HEADERS,
  contentHeaders,
  isNotModified,
  STALE_HEADERS,
  tagHeaders,
  validators,
} from './delivery-headers';

/** A 200 or its 304, for either lane to write. */
export interface DeliveryResponse {
  status: 200 | 304;
  /** Names and values in turn: node:http writes such a list as it is. */
  headers: readonly string[];
  /** Null for a 304. */
  body: Buffer | null;
  outcome: CacheOutcome;
}

interface PreparedHeaders {
  ok: readonly string[];
  notModified: readonly string[];
}

export interface RespondConfig {
  cacheControl: string;
  /** The header of tags for caches in front; empty for none. */
  cacheTags: string;
}

const STALE: readonly string[] = Object.entries(STALE_HEADERS).flat();

/**
 * Makes responses of cached bytes: encoded as the request accepts, conditional, marked where they may be stale.
 * @param cache counts encodings that are added to its entries
 */
export const createRespond = (config: RespondConfig, cache: Pick<ByteCache, 'grown'>) => {
  const prepared = new WeakMap<Representation, PreparedHeaders>();

  /** Put together once for the bytes of one encoding: to do so for each request took longer than sending them. */
  const headersOf = (
    representation: Representation,
    encoding: Encoding,
    { tags }: CacheEntry,
  ): PreparedHeaders => {
    const known = prepared.get(representation);
    if (known) return known;
    const common = {
      ...COMMON_HEADERS,
      ...validators(representation.etag, config.cacheControl),
      ...tagHeaders(config.cacheTags, tags),
    };
    const made = {
      ok: Object.entries({ ...common, ...contentHeaders(representation, encoding) }).flat(),
      notModified: Object.entries(common).flat(),
    };
    prepared.set(representation, made);
    return made;
  };

  /**
   * At once where the encoding has been made before, else a promise.
   * @param isStale the database could not be asked whether the bytes are current
   */
  return (
    request: { headers: IncomingHttpHeaders },
    { key, entry, isNew }: CachedResponse,
    isStale: boolean,
  ): DeliveryResponse | Promise<DeliveryResponse> => {
    const respondWith = (representation: Representation, encoding: Encoding): DeliveryResponse => {
      const { ok, notModified } = headersOf(representation, encoding, entry);
      const isUnmodified = isNotModified(request.headers, representation.etag);
      const headers = isUnmodified ? notModified : ok;
      return {
        status: isUnmodified ? 304 : 200,
        headers: isStale ? [...headers, ...STALE] : headers,
        body: isUnmodified ? null : representation.bytes,
        outcome: cacheOutcomeOf({ isStale, isUnmodified, isNew }),
      };
    };
    const encoding = encodingOf(entry, negotiate(request.headers['accept-encoding'] as string | undefined));
    const representation = encode(entry, encoding, () => cache.grown(key, entry));
    if ('bytes' in representation) return respondWith(representation, encoding);
    return representation.then(
      (made) => respondWith(made, encoding),
      // It could not be compressed; plain bytes are understood by everybody.
      () => respondWith(entry.identity, 'identity'),
    );
  };
};

export type Respond = ReturnType<typeof createRespond>;
