import { nextPartOf, type EntriesQuery } from '../delivery-query';
import { readCursor, writeCursor, type Position } from './cursor';
import { firstAfter } from './orders';

/** A part of a list, and what is said with it. */
export interface Part<Place> {
  places: readonly Place[];
  headers: Record<string, string>;
}

/** Cuts the part out of a list that a query asks for; all of it where it asks for none. */
export const createCut = <Place>(
  query: EntriesQuery,
  website: string,
  toPosition: (place: Place) => Position,
  compare: (place: Place, position: Position) => number,
): ((places: readonly Place[]) => Part<Place>) => {
  const { limit } = query;
  if (limit === undefined) return (places) => ({ places, headers: {} });
  const position = readCursor(query, website);
  return (places) => {
    const start = position === null ? 0 : firstAfter(places, (place) => compare(place, position));
    const part = places.slice(start, start + limit);
    const last = part.at(-1);
    const headers: Record<string, string> = { 'X-Total-Count': String(places.length) };
    if (last && start + limit < places.length) {
      const cursor = writeCursor(query, website, toPosition(last));
      headers['Link'] = `<?${nextPartOf(query, cursor)}>; rel="next"`;
    }
    return { places: part, headers };
  };
};
