import { chunks } from '../../../platform/database/statements';
import type { Outline } from '../../../freshness/cache/entry';
import type { SizedPlace } from '../../queries/batches';
import type { Make } from '../json';
import type { Renew } from './renew';

/** In bytes, about. */
export interface Size {
  /** What the list takes. */
  bytes: number;
  /** What is read for it that it does not have: a list with much of that is made in turns, as long ones are. */
  work: number;
}

/** Which entry is where in a list, in the order of its items; null where that is not known. */
type Places = Outline['places'] | null;

/** A response that may be long: how long, and how to read it at once or some items at a time. */
export interface List {
  /** Sent with it. */
  headers: Readonly<Record<string, string>>;
  size(): Promise<Size>;
  /** Reads all of it. */
  read(): Promise<{ places: Places; make: Make }>;
  begin(): Promise<{ places: Places; batches: AsyncGenerator<Make> }>;
  /** Makes it of its version before, where that can be. */
  renew?: Renew;
}

/** Entries whose sizes are looked up at a time. */
const SIZED = 250;

type SizesOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** How large the entries of a list are: altogether, and some of them. */
export interface Sizes {
  total: number;
  of: SizesOf;
}

/** Of entries that are as good as nothing. */
export const NO_SIZES: Sizes = { total: 0, of: async () => new Map() };

/**
 * The sizes of a list: of a part, which are few, read once; of all of it, when they are needed.
 * @param total reads how large all of it is
 */
export const readSizes = async (
  places: readonly { id: number }[],
  isPart: boolean,
  read: SizesOf,
  total: () => Promise<number>,
): Promise<Sizes> => {
  if (!isPart) return { total: await total(), of: read };
  const sizes = await read(places.map(({ id }) => id));
  return { total: [...sizes.values()].reduce((sum, size) => sum + size, 0), of: async () => sizes };
};

/** Places with their sizes, some at a time: of a long list, the sizes are read while it is. */
export async function* sizedPlaces<Place extends SizedPlace>(
  places: readonly Place[],
  sizes: Sizes,
): AsyncGenerator<Place[]> {
  for (const some of chunks(places, SIZED)) {
    const found = await sizes.of(some.map(({ id }) => id));
    yield some.map((place) => ({ ...place, bytes: (place.bytes ?? 0) + (found.get(place.id) ?? 0) }));
  }
}

/** Reads all batches of a list, to be made when the reads are over. */
export const readAll = async (batches: AsyncGenerator<Make>): Promise<Make> => {
  const makers: Make[] = [];
  for await (const make of batches) makers.push(make);
  return async () => {
    const items: unknown[] = [];
    for (const make of makers) for (const item of await make()) items.push(item);
    return items;
  };
};
