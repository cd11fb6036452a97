import type { CacheEntry, Outline } from '../../../freshness/cache/entry';
import type { DeliverySnapshot } from '../../queries';
import { toTexts } from '../json';
import type { State } from '../state';
import type { Make } from './list';
import { changedSince, contextOf, type PlaceSource } from './place-source';

/** Bytes of a list, and where its items are in them. */
export interface Renewed {
  bytes: Buffer;
  outline: Outline;
}

/** Makes a list of its version before; null where that cannot be. What it gives is called when the reads are over. */
export type Renew = (before: CacheEntry) => Promise<(() => Promise<Renewed>) | null>;

/** @returns undefined where items and places are not the same ones */
export const outlineOf = (
  state: State,
  snapshot: DeliverySnapshot,
  places: Outline['places'] | null,
  starts: Uint32Array,
): Outline | undefined =>
  places?.length === starts.length
    ? { places, starts, context: contextOf(state), at: snapshot.now }
    : undefined;

/**
 * Renews a list that follows the change log: what it names is read anew, and every other item is copied from the bytes of the version before.
 * @param itemsAt in the order of the places
 */
export const renewalOf =
  <Place extends { documentId: string }>(
    snapshot: DeliverySnapshot,
    state: State,
    source: PlaceSource<Place>,
    itemsAt: (places: readonly Place[]) => AsyncGenerator<Make>,
  ): Renew =>
  async ({ identity, outline, revisions: [before = 0] }) => {
    const [revision = 0] = state.revisions;
    if (!outline || outline.context !== contextOf(state)) return null;
    if (before > revision || outline.at > snapshot.now) return null;
    const changed = before === revision ? [] : await changedSince(snapshot, state, source, before);
    if (changed === null) return null;
    const found = new Map<string, Place>();
    const add = (places: readonly Place[]): void => {
      for (const place of places) found.set(place.documentId, place);
    };
    if (changed.length > 0) add(await source.some(changed));
    if (state.website.withholdsScheduled) add(await source.due(outline.at));
    const places = [...found.values()].sort(source.compare);
    const makers: Make[] = [];
    if (places.length > 0) for await (const make of itemsAt(places)) makers.push(make);
    const isChanged = new Set([...changed, ...found.keys()]);
    return async () => {
      const texts: string[] = [];
      for (const make of makers) texts.push(...toTexts(await make()));
      if (texts.length !== places.length) throw new Error('An item of a list was not found.');
      const { starts, ...joined } = join(
        { bytes: identity.bytes, places: outline.places as readonly Place[], starts: outline.starts },
        (place) => isChanged.has(place.documentId),
        { places, texts },
        source.compare,
      );
      return {
        bytes: joined.bytes,
        outline: { ...outline, places: joined.places, starts, at: snapshot.now },
      };
    };
  };

interface Known<Place> {
  bytes: Buffer;
  places: readonly Place[];
  starts: Uint32Array;
}

/** Known items, without those that go, and new ones between them: both are in order. */
const join = <Place>(
  known: Known<Place>,
  goes: (place: Place) => boolean,
  found: { places: readonly Place[]; texts: readonly string[] },
  compare: (a: Place, b: Place) => number,
): Known<Place> => {
  const places: Place[] = [];
  const starts = new Uint32Array(known.places.length + found.places.length);
  /** Behind the bracket at the beginning. */
  let length = 1;
  const pieces: Buffer[] = [];
  /** Known items that follow each other are copied at once: from the first one to behind the last; empty for none. */
  let run = { from: 0, to: 0 };
  const endRun = (): void => {
    if (run.to > 0) pieces.push(known.bytes.subarray(run.from, run.to));
    run = { from: 0, to: 0 };
  };
  const add = (place: Place, size: number): void => {
    starts[places.length] = length;
    places.push(place);
    length += size + 1;
  };
  let next = 0;
  const addFound = (before: Place | null): void => {
    for (; next < found.places.length; next += 1) {
      const place = found.places[next] as Place;
      if (before !== null && compare(place, before) > 0) return;
      endRun();
      const text = Buffer.from(found.texts[next] ?? '');
      pieces.push(text);
      add(place, text.length);
    }
  };
  for (const [i, place] of known.places.entries()) {
    addFound(place);
    if (goes(place)) {
      endRun();
      continue;
    }
    const from = known.starts[i] ?? 0;
    const to = (known.starts[i + 1] ?? known.bytes.length) - 1;
    run = { from: run.to > 0 ? run.from : from, to };
    add(place, to - from);
  }
  addFound(null);
  endRun();
  const bytes = Buffer.allocUnsafe(Math.max(length, 2));
  bytes.write('[');
  let written = 1;
  for (const piece of pieces) {
    written += piece.copy(bytes, written);
    written += bytes.write(',', written);
  }
  // Over the last comma; behind the bracket at the beginning where there is none.
  bytes.write(']', bytes.length - 1);
  return { bytes, places, starts: starts.subarray(0, places.length) };
};
