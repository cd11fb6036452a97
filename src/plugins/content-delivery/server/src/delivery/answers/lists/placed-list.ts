import type { DeliverySnapshot } from '../../queries';
import type { Make } from '../json';
import type { State } from '../state';
import { readAll, type List, type Size, type Sizes } from './list';
import type { Found } from './parts';
import type { PlaceSource } from './place-source';
import { renewalOf } from './renew';

interface Reads<Place extends { documentId: string }> {
  found: Found<Place>;
  /** The places are a part of a list, and not all of it. */
  isPart: boolean;
  /** @param isFew they are read once, and not as all of the website's */
  sizesAt(places: readonly Place[], isFew: boolean): Promise<Sizes>;
  /** In the order of the places. */
  batchesAt(places: readonly Place[], sizes: Sizes): AsyncGenerator<Make>;
  /** @param total of the sizes */
  sizeOf(places: readonly Place[], total: number): Size;
  /** What follows the change log; null where an item depends on others. */
  source: PlaceSource<Place> | null;
}

interface PlainReads<Place extends { documentId: string }> {
  bytes(): Promise<number>;
  /** Reads all of it in one statement. */
  read: List['read'];
  batchesAt(places: readonly Place[]): AsyncGenerator<Make>;
  source: PlaceSource<Place>;
}

/** A list as the specification has it, without parameters: read at once where it is short. */
export const plainList = <Place extends { documentId: string }>(
  snapshot: DeliverySnapshot,
  state: State,
  { bytes, read, batchesAt, source }: PlainReads<Place>,
): List => ({
  headers: {},
  size: async () => ({ bytes: await bytes(), work: 0 }),
  read,
  async begin() {
    const places = await source.all();
    return { places, batches: batchesAt(places) };
  },
  renew: renewalOf(snapshot, state, source, batchesAt),
});

/** A list whose places are found before its items are read. */
export const placedList = async <Place extends { documentId: string }>(
  snapshot: DeliverySnapshot,
  state: State,
  { found, isPart, sizesAt, batchesAt, sizeOf, source }: Reads<Place>,
): Promise<List> => {
  const { places, headers } = found;
  let read: Promise<Sizes> | undefined;
  const sizes = async (): Promise<Sizes> => (read ??= sizesAt(await places(), isPart));
  const begin = async () => ({
    places: await places(),
    batches: batchesAt(await places(), await sizes()),
  });
  const itemsAt = async function* (some: readonly Place[]): AsyncGenerator<Make> {
    yield* batchesAt(some, await sizesAt(some, true));
  };
  return {
    headers,
    size: async () => sizeOf(await places(), (await sizes()).total),
    async read() {
      const begun = await begin();
      return { places: begun.places, make: await readAll(begun.batches) };
    },
    begin,
    ...(source && {
      renew: renewalOf(snapshot, state, source, itemsAt, isPart ? await places() : undefined),
    }),
  };
};
