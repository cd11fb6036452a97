import type { CacheEntry, Outline } from '../../../freshness/cache/entry';
import type { Block } from '../../../freshness/cache/gzip-blocks';
import type { DeliverySnapshot } from '../../queries';
import { toTexts, type Make } from '../json';
import type { State } from '../state';
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
    ? { places, starts, context: contextOf(state), at: snapshot.now, blocks: [] }
    : undefined;

/**
 * Renews a list by the change log: the entries that it names are read again, and every other item is copied from the previous version.
 * @param itemsAt in the order of the places
 * @param part the places of a part; of all of the list, they are those of the version before with what has changed
 */
export const renewalOf =
  <Place extends { documentId: string }>(
    snapshot: DeliverySnapshot,
    state: State,
    source: PlaceSource<Place>,
    itemsAt: (places: readonly Place[]) => AsyncGenerator<Make>,
    part?: readonly Place[],
  ): Renew =>
  async ({ identity, outline, revisions: [before = 0] }) => {
    const [revision = 0] = state.revisions;
    if (!outline || outline.context !== contextOf(state)) return null;
    if (before > revision || outline.at > snapshot.now) return null;
    const changed = before === revision ? [] : await changedSince(snapshot, state, source, before);
    if (changed === null) return null;
    const isChanged = new Set(changed);
    const known = new Map<string, number>();
    for (const [i, { documentId }] of outline.places.entries())
      if (!isChanged.has(documentId)) known.set(documentId, i);

    const allNow = async (): Promise<Place[]> => {
      const found = changed.length > 0 ? await source.some(changed) : [];
      if (state.website.withholdsScheduled) found.push(...(await source.due(outline.at)));
      // What is due may have changed as well.
      const own = new Map(found.map((place) => [place.documentId, place]));
      for (const documentId of own.keys()) known.delete(documentId);
      const kept = (outline.places as readonly Place[]).filter(({ documentId }) => known.has(documentId));
      // Of two runs that are in order, sorting makes one in a single pass.
      return [...kept, ...[...own.values()].sort(source.compare)].sort(source.compare);
    };
    const places = part ?? (await allNow());
    const missing = places.filter(({ documentId }) => !known.has(documentId));
    const makers: Make[] = [];
    if (missing.length > 0) for await (const make of itemsAt(missing)) makers.push(make);
    return async () => {
      const texts: string[] = [];
      for (const make of makers) texts.push(...toTexts(await make()));
      if (texts.length !== missing.length) throw new Error('An item of a list was not found.');
      const next = texts.values();
      const items = places.map(
        ({ documentId }) => known.get(documentId) ?? Buffer.from(next.next().value ?? ''),
      );
      const { bytes, ...joined } = join({ ...outline, bytes: identity.bytes }, items);
      return { bytes, outline: { ...outline, ...joined, places, at: snapshot.now } };
    };
  };

type Known = Pick<Outline, 'starts' | 'blocks'> & { bytes: Buffer };

/** A list of items that are new, or that have a number in another list. */
const join = ({ bytes, starts, blocks }: Known, items: readonly (number | Buffer)[]): Known => {
  const joined = new Uint32Array(items.length);
  /** Known items that follow each other are copied at once, with what is between them. */
  const pieces: Buffer[] = [];
  const moved: Block[] = [];
  let run = { from: 0, to: 0 };
  /** Behind the bracket at the beginning, or the last comma. */
  let length = 1;
  const endRun = (): void => {
    if (run.to === 0) return;
    pieces.push(bytes.subarray(run.from, run.to));
    const by = length - 1 - run.to;
    for (const { from, to, ...block } of blocks) {
      if (from >= run.from && to <= run.to) moved.push({ ...block, from: from + by, to: to + by });
    }
    run = { from: 0, to: 0 };
  };
  for (const [i, item] of items.entries()) {
    joined[i] = length;
    if (typeof item === 'number') {
      const from = starts[item] ?? 0;
      const to = (starts[item + 1] ?? bytes.length) - 1;
      if (from !== run.to + 1) endRun();
      run = { from: run.to > 0 ? run.from : from, to };
      length += to - from + 1;
    } else {
      endRun();
      pieces.push(item);
      length += item.length + 1;
    }
  }
  endRun();
  const whole = Buffer.allocUnsafe(Math.max(length, 2));
  whole.write('[');
  let written = 1;
  for (const piece of pieces) {
    written += piece.copy(whole, written);
    written += whole.write(',', written);
  }
  // Over the last comma; behind the bracket at the beginning where there is none.
  whole.write(']', whole.length - 1);
  return { bytes: whole, starts: joined, blocks: moved };
};
