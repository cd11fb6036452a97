import type { IncomingHttpHeaders } from 'node:http';
import type { ByteCache } from '../../freshness/cache/bytes';
import { encode, encodingFor } from '../../freshness/cache/encoding';
import type { CacheEntry, Encoding, Representation } from '../../freshness/cache/entry';
import type { ObservedRevisions } from '../../freshness/gate';
import { cacheOutcomeOf, type CacheOutcome } from '../../operation/metrics/request-counter';
import type { CachedResponse } from '../answers';
import {
  COMMON_HEADERS,
  contentHeaders,
  isNotModified,
  PRIVATE_HEADERS,
  publicCaching,
  STALE_HEADERS,
  tagHeaders,
} from './delivery-headers';
import { sharedSecondsOf, withSharedSeconds } from './shared-caching';

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

/** Of the bytes of one encoding, each made when it is first sent. */
interface PreparedFor {
  /** As configured. */
  usual?: PreparedHeaders;
  /** For caches in front to keep for so many seconds. */
  shared?: { seconds: number; headers: PreparedHeaders };
  /** Of bytes that may be out of date. */
  stale?: PreparedHeaders;
}

/** Bytes, and what the request for them has learned. */
export interface RespondInput extends CachedResponse {
  /** Without revisions, the bytes may be out of date. */
  observed: ObservedRevisions;
  /** Whether the key came in a header: no cache in front is to keep the answer. */
  isPrivate: boolean;
}

export interface RespondConfig {
  cacheControl: string;
  /** The header of tags for caches in front; empty for none. */
  cacheTags: string;
}

/**
 * Makes responses of cached bytes: encoded as the request accepts, conditional, marked where they may be stale.
 * @param cache counts encodings that are added to its entries
 */
export const createRespond = (config: RespondConfig, cache: Pick<ByteCache, 'grown'>) => {
  const prepared = new WeakMap<Representation, PreparedFor>();
  const preparedPrivate = new WeakMap<Representation, PreparedFor>();

  const prepare = (
    representation: Representation,
    encoding: Encoding,
    { headers }: CacheEntry,
    more: Record<string, string>,
  ): PreparedHeaders => {
    const common = { ...COMMON_HEADERS, ETag: representation.etag, ...headers, ...more };
    return {
      ok: Object.entries({ ...common, ...contentHeaders(representation, encoding) }).flat(),
      notModified: Object.entries(common).flat(),
    };
  };

  const publicHeaders = ({ tags }: CacheEntry, seconds: number | null): Record<string, string> => ({
    ...publicCaching(withSharedSeconds(config.cacheControl, seconds)),
    ...tagHeaders(config.cacheTags, tags),
  });

  /** Put together once for each encoding: to do so for each request took longer than sending the body. */
  const headersOf = (
    representation: Representation,
    encoding: Encoding,
    { entry, observed: { revisions, at }, isPrivate }: RespondInput,
  ): PreparedHeaders => {
    const all = isPrivate ? preparedPrivate : prepared;
    let known = all.get(representation);
    if (!known) {
      known = {};
      all.set(representation, known);
    }
    const isStale = revisions === null;
    // Without tags there is nothing to purge caches by.
    const isShared = !isPrivate && !isStale && config.cacheTags !== '';
    const seconds = isShared ? sharedSecondsOf(entry, at) : null;
    if (seconds !== null) {
      if (known.shared?.seconds !== seconds) {
        const headers = prepare(representation, encoding, entry, publicHeaders(entry, seconds));
        known.shared = { seconds, headers };
      }
      return known.shared.headers;
    }
    return (known[isStale ? 'stale' : 'usual'] ??= prepare(representation, encoding, entry, {
      ...(isPrivate ? PRIVATE_HEADERS : publicHeaders(entry, null)),
      ...(isStale ? STALE_HEADERS : {}),
    }));
  };

  /** At once where the encoding has been made before, else a promise. */
  return (
    request: { headers: IncomingHttpHeaders },
    input: RespondInput,
  ): DeliveryResponse | Promise<DeliveryResponse> => {
    const { key, entry, isNew, observed } = input;
    const respondWith = (representation: Representation, encoding: Encoding): DeliveryResponse => {
      const { ok, notModified } = headersOf(representation, encoding, input);
      const isUnmodified = isNotModified(request.headers, representation.etag);
      return {
        status: isUnmodified ? 304 : 200,
        headers: isUnmodified ? notModified : ok,
        body: isUnmodified ? null : representation.bytes,
        outcome: cacheOutcomeOf({ isStale: observed.revisions === null, isUnmodified, isNew }),
      };
    };
    const encoding = encodingFor(entry, request.headers['accept-encoding'] as string | undefined);
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
