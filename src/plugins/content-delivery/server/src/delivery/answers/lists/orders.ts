import { LRUCache } from 'lru-cache';
import { scopedHash } from '../../../platform/scoped-hash';
import type { DeliverySnapshot } from '../../queries';
import type { State } from '../state';
import {
  changesAfter,
  contextOf,
  logMomentOf,
  placesAfter,
  type PlaceSource,
  type ReadOf,
} from './place-source';

/** How many places are kept, of all websites; each takes some 250 bytes. */
const MAX_PLACES = 500_000;
/** What a list takes beside its places, as if it were so many: there may be one for each name that somebody asks for. */
const LIST_PLACES = 4;
/** How often another build may be faster before a list is read whole. */
const MAX_TRIES = 3;

interface Kept extends ReadOf {
  places: { documentId: string }[];
  /** The same by documentId. */
  byId: Map<string, { documentId: string }>;
}

/**
 * The order of the entries of lists, so that a part of a long list is found without reading the list. It follows the change
 * log: after a change, the entries that it names are read again.
 */
export const createOrders = () => {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_PLACES,
    sizeCalculation: ({ places }) => LIST_PLACES + places.length,
  });

  return {
    /**
     * @param take is given all places in order, and must not keep them
     * @throws an HTTP error 503
     */
    async read<Place extends { documentId: string }, Result>(
      snapshot: DeliverySnapshot,
      state: State,
      source: PlaceSource<Place>,
      take: (places: readonly Place[]) => Result,
    ): Promise<Result> {
      const { website, revisions } = state;
      const [revision = 0] = revisions;
      const filter = scopedHash(website.documentId, source.filter);
      const key = `${source.type} ${website.documentId} ${filter}`;
      const context = contextOf(state);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const known = kept.get(key);
        if (!known) break;
        const { at } = known;
        const changes = await changesAfter(snapshot, state, source, known);
        if (!changes) break;
        const { changed, log } = changes;
        const found = await placesAfter(state, source, changed, at);
        // Another build may have come first while this one has read; each has a moment of its own.
        if (kept.get(key) !== known || known.at !== at) continue;
        const own = known as unknown as { places: Place[]; byId: Map<string, Place> };
        replace(own, changed, found, source.compare);
        Object.assign(known, { log, at: snapshot.now } satisfies Partial<Kept>);
        return take(own.places);
      }
      const places = await source.all();
      const log = await logMomentOf(snapshot, state);
      const known = kept.peek(key);
      const isNewer = !known || known.context !== context || known.log.revision <= revision;
      if (isNewer) {
        const byId = new Map(places.map((place) => [place.documentId, place]));
        kept.set(key, { places, byId, log, context, at: snapshot.now });
      }
      return take(places);
    },
  };
};

export type Orders = ReturnType<typeof createOrders>;

/** Takes entries out of a sorted list, and puts those that are found in again. */
const replace = <Place extends { documentId: string }>(
  { places, byId }: { places: Place[]; byId: Map<string, Place> },
  changed: readonly string[],
  found: readonly Place[],
  compare: (a: Place, b: Place) => number,
): void => {
  for (const documentId of [...changed, ...found.map((place) => place.documentId)]) {
    const known = byId.get(documentId);
    if (!known) continue;
    places.splice(firstAfter(places, (one) => compare(one, known)) - 1, 1);
    byId.delete(documentId);
  }
  for (const place of found) {
    if (byId.has(place.documentId)) continue;
    insertInOrder(places, place, compare);
    byId.set(place.documentId, place);
  }
};

/** Puts an entry into a sorted list. */
export const insertInOrder = <Place>(
  places: Place[],
  place: Place,
  compare: (a: Place, b: Place) => number,
): void => {
  const index = firstAfter(places, (one) => compare(one, place));
  places.splice(index, 0, place);
};

/** The index of the first item that comes after a position. @param compare an item with the position */
export const firstAfter = <Item>(items: readonly Item[], compare: (item: Item) => number): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as Item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
