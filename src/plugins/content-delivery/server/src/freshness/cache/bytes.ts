import { LRUCache } from 'lru-cache';
import type { CacheEntry, TooLong } from './entry';

/** What a key, an entry's other fields, its address and all book-keeping take, roughly, in bytes. */
const OVERHEAD = 2_000;
/** And what the outline of a list takes for each item. */
const PLACE = 150;

/** What an operator can see of the cache. */
export interface CacheFigures {
  entries: number;
  bytes: number;
  maxBytes: number;
  hits: number;
  misses: number;
  builds: number;
  evictions: number;
}

/** A build that is under way. */
interface Flight {
  result: Promise<CacheEntry | TooLong>;
  /** One that was begun later has ended, or what it builds is known to be gone. */
  isOutdated: boolean;
}

/**
 * Cached responses by key, least recently used first to go. Knows neither Strapi nor content.
 * @param maxBytes how much it may hold; 0 turns it off
 */
export const createByteCache = (maxBytes: number) => {
  const listeners: ((key: string) => void)[] = [];
  const tellGone = (key: string): void => {
    for (const tell of listeners) tell(key);
  };
  const figures = { hits: 0, misses: 0, builds: 0, evictions: 0 };
  // One response must not push out all others.
  const longest = Math.floor(maxBytes / 2);
  const entries =
    maxBytes > 0
      ? new LRUCache<string, CacheEntry>({
          // Megabytes may be given with a fraction.
          maxSize: Math.ceil(maxBytes),
          sizeCalculation: (entry, key) => sizeOf(entry, key),
          dispose: (_entry, key, reason) => {
            if (reason !== 'evict') return;
            figures.evictions += 1;
            tellGone(key);
          },
        })
      : null;
  /** By key and state, in the order in which they were begun. */
  const flights = new Map<string, Map<string, Flight>>();
  const outdate = (key: string, until?: Flight): void => {
    for (const flight of flights.get(key)?.values() ?? []) {
      if (flight === until) return;
      flight.isOutdated = true;
    }
  };

  return {
    /** Bytes; a response that is longer is not kept. */
    longest,

    get: (key: string): CacheEntry | undefined => entries?.get(key),

    /** For bytes that are known to be wrong, whatever can be asked later. */
    forget(key: string): void {
      outdate(key);
      if (entries?.delete(key)) tellGone(key);
    },

    /** Counts the bytes of an encoding that was made since. */
    grown(key: string, entry: CacheEntry): void {
      // An entry that is set again as it is keeps the size that it was first measured with.
      if (entries?.peek(key) !== entry) return;
      entries.delete(key);
      entries.set(key, entry);
    },

    /** Called with each evicted or deleted key. */
    onGone: (tell: (key: string) => void): void => void listeners.push(tell),

    countHit: (): void => void (figures.hits += 1),

    /**
     * Builds an entry and keeps it. However many ask for the same state of the same key, one build
     * serves them; a failed one is forgotten, and of one that is too long only that fact is passed on.
     * @param state tells apart what was asked for before and after a change
     */
    build(
      key: string,
      state: string,
      make: () => Promise<CacheEntry | TooLong>,
    ): Promise<CacheEntry | TooLong> {
      figures.misses += 1;
      const ofKey = flights.get(key) ?? new Map<string, Flight>();
      const running = ofKey.get(state);
      if (running) return running.result;
      figures.builds += 1;
      const result = make()
        .then((built) => {
          const isKept = 'identity' in built && built.identity.bytes.length <= longest;
          if (isKept && !flight.isOutdated) entries?.set(key, built);
          outdate(key, flight);
          return built;
        })
        .finally(() => {
          ofKey.delete(state);
          if (ofKey.size === 0) flights.delete(key);
        });
      const flight: Flight = { result, isOutdated: false };
      flights.set(key, ofKey.set(state, flight));
      return result;
    },

    figures: (): CacheFigures => ({
      ...figures,
      entries: entries?.size ?? 0,
      bytes: entries?.calculatedSize ?? 0,
      maxBytes,
    }),
  };
};

export type ByteCache = ReturnType<typeof createByteCache>;

const sizeOf = (entry: CacheEntry, key: string): number => {
  let bytes = OVERHEAD + key.length * 2 + entry.identity.bytes.length;
  if (entry.outline) {
    bytes += entry.outline.places.length * PLACE;
    for (const { deflated } of entry.outline.blocks) bytes += deflated.length;
  }
  for (const made of Object.values(entry.encoded)) {
    if ('bytes' in made) bytes += made.bytes.length;
  }
  return bytes;
};
