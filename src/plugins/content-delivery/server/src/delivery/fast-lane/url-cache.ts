import { LRUCache } from 'lru-cache';
import type { ByteCache } from '../../freshness/cache/bytes';
import type { Validity } from '../../freshness/cache/entry';
import type { RequestCounter } from '../../operation/metrics/request-counter';

/** Whose requests an address is counted among. */
export interface RequestLabels {
  path: string;
  /** A documentId. */
  website: string;
  counter: RequestCounter;
}

/** An address that was answered before: which bytes, and what the right to them rests on. */
export interface UrlCacheEntry {
  key: string;
  validity: Validity;
  labels: RequestLabels;
}

/**
 * How many bytes the addresses may take that are remembered, and how long one may be: they come from outside, and a client
 * with a key can make up any number of URLs for the same bytes.
 */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_URL_LENGTH = 2_048;
/** What an entry takes beside its address, roughly, in bytes. */
const OVERHEAD = 250;

/** Addresses by which kept bytes were found, so that the next request for one need not be parsed. */
export const createUrlCache = (cache: ByteCache) => {
  const entries = new LRUCache<string, UrlCacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_entry, address) => OVERHEAD + address.length,
  });
  /** The last address of each key: it goes with the bytes. Others of the same key go when their time comes. */
  const addresses = new Map<string, string>();
  cache.onGone((key) => {
    const address = addresses.get(key);
    addresses.delete(key);
    if (address !== undefined) entries.delete(address);
  });

  return {
    get: (address: string): UrlCacheEntry | undefined => entries.get(address),

    set(address: string, entry: UrlCacheEntry): void {
      if (address.length > MAX_URL_LENGTH || !cache.get(entry.key)) return;
      entries.set(address, entry);
      addresses.set(entry.key, address);
    },
  };
};
