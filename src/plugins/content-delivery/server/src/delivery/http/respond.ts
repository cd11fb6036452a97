import type { IncomingHttpHeaders } from 'node:http';
import type { ByteCache } from '../../freshness/cache/bytes';
import { encode, encodingOf, negotiate } from '../../freshness/cache/encoding';
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

/** Of the bytes of one encoding: as configured, for caches in front to keep, and of bytes that may be out of date. */
interface PreparedFor {
  usual: PreparedHeaders;
  /** Under so many seconds. */
  shared: { seconds: number; headers: PreparedHeaders } | null;
  stale: PreparedHeaders;
}

/** Bytes, and what the request for them has learned. */
export interface Answer extends CachedResponse {
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
  const preparedPrivate = new WeakMap<Representation, Omit<PreparedFor, 'shared'>>();

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

  /** Put together once for the bytes of one encoding: to do so for each request took longer than sending them. */
  const publicHeaders = (
    representation: Representation,
    encoding: Encoding,
    entry: CacheEntry,
    seconds: number | null,
  ): PreparedFor => {
    const prepareFor = (seconds: number | null, more: Record<string, string> = {}): PreparedHeaders =>
      prepare(representation, encoding, entry, {
        ...publicCaching(withSharedSeconds(config.cacheControl, seconds)),
        ...tagHeaders(config.cacheTags, entry.tags),
        ...more,
      });
    let known = prepared.get(representation);
    if (!known) {
      known = { usual: prepareFor(null), shared: null, stale: prepareFor(null, STALE_HEADERS) };
      prepared.set(representation, known);
    }
    if (seconds !== null && known.shared?.seconds !== seconds) {
      known.shared = { seconds, headers: prepareFor(seconds) };
    }
    return known;
  };

  const privateHeaders = (representation: Representation, encoding: Encoding, entry: CacheEntry) => {
    let known = preparedPrivate.get(representation);
    if (!known) {
      const prepareFor = (more: Record<string, string>): PreparedHeaders =>
        prepare(representation, encoding, entry, { ...PRIVATE_HEADERS, ...more });
      known = { usual: prepareFor({}), stale: prepareFor(STALE_HEADERS) };
      preparedPrivate.set(representation, known);
    }
    return known;
  };

  const headersOf = (
    representation: Representation,
    encoding: Encoding,
    { entry, observed: { revisions, at }, isPrivate }: Answer,
  ): PreparedHeaders => {
    if (isPrivate) {
      const { usual, stale } = privateHeaders(representation, encoding, entry);
      return revisions === null ? stale : usual;
    }
    // Without tags there is nothing to purge caches by.
    const seconds = config.cacheTags === '' ? null : sharedSecondsOf(entry, at);
    const { usual, shared, stale } = publicHeaders(representation, encoding, entry, seconds);
    if (revisions === null) return stale;
    return seconds === null || shared === null ? usual : shared.headers;
  };

  /** At once where the encoding has been made before, else a promise. */
  return (
    request: { headers: IncomingHttpHeaders },
    answer: Answer,
  ): DeliveryResponse | Promise<DeliveryResponse> => {
    const { key, entry, isNew, observed } = answer;
    const respondWith = (representation: Representation, encoding: Encoding): DeliveryResponse => {
      const { ok, notModified } = headersOf(representation, encoding, answer);
      const isUnmodified = isNotModified(request.headers, representation.etag);
      return {
        status: isUnmodified ? 304 : 200,
        headers: isUnmodified ? notModified : ok,
        body: isUnmodified ? null : representation.bytes,
        outcome: cacheOutcomeOf({ isStale: observed.revisions === null, isUnmodified, isNew }),
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
