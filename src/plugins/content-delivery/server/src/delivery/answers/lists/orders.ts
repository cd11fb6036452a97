import { LRUCache } from 'lru-cache';
import type { ChangeType } from '../../../../../contracts/delivery';
import { scopedHash } from '../../../platform/scoped-hash';
import { CHANGE_BATCH } from '../../queries/changes';
import type { DeliverySnapshot } from '../../queries';
import type { State } from '../state';

/** How many places are kept, of all websites; each takes some 250 bytes. */
const MAX_PLACES = 500_000;
/** What a list takes beside its places, as if it were so many: there may be one for each name that somebody asks for. */
const LIST_PLACES = 4;
/** How many entries are read anew; beyond that, all are. */
const MAX_CHANGED = 200;
/** How often another build may be faster before a list is read whole. */
const MAX_TRIES = 3;

/** Where the places of a website's entries, or of some of them, are read from, within one snapshot. */
export interface PlaceSource<Place extends { documentId: string }> {
  /** Of its rows in the change log. */
  type: ChangeType & ('post' | 'pseo-page');
  /** Rows that concern every entry, so that all are read anew. */
  whole: ReadonlySet<ChangeType>;
  /** What narrows the list; empty for all entries. */
  filter: string;
  compare(a: Place, b: Place): number;
  all(): Promise<Place[]>;
  /** @param entries documentIds; those that readers do not get are left out */
  some(entries: readonly string[]): Promise<Place[]>;
  /** Of entries that the clock alone has brought since a moment. */
  due(since: Date): Promise<Place[]>;
}

interface Kept {
  places: { documentId: string }[];
  /** The same by documentId. */
  byId: Map<string, { documentId: string }>;
  /** The website's revision that they are of. */
  revision: number;
  /** What else they depend on. */
  rest: string;
  /** The clock when they were read. */
  at: Date;
}

/**
 * In which order the entries of lists stand, so that a part of a long list is found without reading the list. They follow the change
 * log: behind a change, the entries that it names are read anew.
 */
export const createOrders = () => {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_PLACES,
    sizeCalculation: ({ places }) => LIST_PLACES + places.length,
  });

  /** The entries of a type that have changed since; null where that is not known, or they are too many. */
  const changedSince = async (
    snapshot: DeliverySnapshot,
    { website }: State,
    { type, whole }: Pick<PlaceSource<never>, 'type' | 'whole'>,
    revision: number,
  ): Promise<string[] | null> => {
    if (revision < (await snapshot.logStart(website))) return null;
    const rows = await snapshot.changesSince(website, revision);
    if (rows.length > CHANGE_BATCH || rows.some((row) => whole.has(row.type))) return null;
    const own = new Set<string>();
    for (const row of rows) {
      if (row.type !== type) continue;
      if (row.entry === null) return null;
      own.add(row.entry);
    }
    return own.size > MAX_CHANGED ? null : [...own];
  };

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
      const [revision = 0, , everything, history] = revisions;
      const key = `${source.type} ${scopedHash(website.documentId, source.filter)}`;
      const rest = JSON.stringify([everything, history, website.id, website.withholdsScheduled]);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const known = kept.get(key);
        if (!known || known.rest !== rest || known.revision > revision || known.at > snapshot.now) break;
        const { revision: before, at } = known;
        const changed = before === revision ? [] : await changedSince(snapshot, state, source, before);
        if (changed === null) break;
        const found = changed.length > 0 ? await source.some(changed) : [];
        if (website.withholdsScheduled) found.push(...(await source.due(at)));
        // Another build may have come first while this one has read.
        if (kept.get(key) !== known || known.revision !== before || known.at !== at) continue;
        const own = known as unknown as { places: Place[]; byId: Map<string, Place> };
        replace(own, changed, found, source.compare);
        Object.assign(known, { revision, at: snapshot.now } satisfies Partial<Kept>);
        return take(own.places);
      }
      const places = await source.all();
      const known = kept.peek(key);
      const isNewer = !known || known.rest !== rest || known.revision <= revision;
      if (isNewer) {
        const byId = new Map(places.map((place) => [place.documentId, place]));
        kept.set(key, { places, byId, revision, rest, at: snapshot.now });
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
  const indexOf = (place: Place): number => firstAfter(places, (one) => compare(one, place));
  for (const documentId of [...changed, ...found.map((place) => place.documentId)]) {
    const known = byId.get(documentId);
    if (!known) continue;
    places.splice(indexOf(known) - 1, 1);
    byId.delete(documentId);
  }
  for (const place of found) {
    if (byId.has(place.documentId)) continue;
    places.splice(indexOf(place), 0, place);
    byId.set(place.documentId, place);
  }
};

/** The index of the first item that lies behind a position. @param compare an item with the position */
export const firstAfter = <Item>(items: readonly Item[], compare: (item: Item) => number): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as Item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
