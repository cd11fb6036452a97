import type { DeliverySnapshot } from '../../queries';
import { nextPartOf, type EntriesQuery } from '../delivery-query';
import type { State } from '../state';
import { readCursor, writeCursor, type Position } from './cursor';
import { firstAfter, type Orders } from './orders';
import type { PlaceSource } from './place-source';

/** What decides the place of an entry. */
export interface Positions<Place> {
  of(place: Place): Position;
  compare(place: Place, position: Position): number;
}

/** The places of the entries that a query asks for, and the headers that go with them. */
export interface Found<Place> {
  /** Read when they are first asked for, unless they are a part. */
  places(): Promise<readonly Place[]>;
  headers: Readonly<Record<string, string>>;
}

/**
 * The places of a list, or of the part of it that a query asks for, which is cut from an order in memory.
 * @throws ValidationError for a cursor of another list, an HTTP error 503
 */
export const findPlaces = async <Place extends { documentId: string }>(
  query: EntriesQuery,
  state: State,
  snapshot: DeliverySnapshot,
  orders: Orders,
  source: PlaceSource<Place>,
  positions: Positions<Place>,
): Promise<Found<Place>> => {
  const { limit } = query;
  if (limit === undefined) {
    let all: Promise<Place[]> | undefined;
    return { places: () => (all ??= source.all()), headers: {} };
  }
  const website = state.website.documentId;
  const position = readCursor(query, website);
  return orders.read(snapshot, state, source, (places) => {
    const start = position === null ? 0 : firstAfter(places, (place) => positions.compare(place, position));
    const part = places.slice(start, start + limit);
    const last = part.at(-1);
    const headers: Record<string, string> = { 'X-Total-Count': String(places.length) };
    if (last && start + limit < places.length) {
      const cursor = writeCursor(query, website, positions.of(last));
      headers['Link'] = `<?${nextPartOf(query, cursor)}>; rel="next"`;
    }
    return { places: async () => part, headers };
  });
};
