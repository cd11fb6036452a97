import type { CacheEntry, Outline } from '../../../freshness/cache/entry';
import type { Block } from '../../../freshness/cache/gzip-blocks';
import { createYielder } from '../../../platform/yielder';
import type { DeliverySnapshot } from '../../queries';
import { toTexts, type Make } from '../json';
import type { State } from '../state';
import { insertInOrder } from './orders';
import { changesAfter, contextOf, logMomentOf, placesAfter, type PlaceSource } from './place-source';

/** Bytes of a list, and where its items are in them. */
export interface Renewed {
  bytes: Buffer;
  outline: Outline;
}

/** Makes a list of its version before; null where that cannot be. What it gives is called when the reads are over. */
export type Renew = (before: CacheEntry) => Promise<(() => Promise<Renewed>) | null>;

/**
 * Reads what the outline of a list needs that was just read.
 * @returns makes it of where the items begin; undefined where items and places are not the same ones
 */
export const outlineIn = async (
  snapshot: DeliverySnapshot,
  state: State,
  places: Outline['places'] | null,
): Promise<(starts: Uint32Array) => Outline | undefined> => {
  if (!places) return () => undefined;
  const { lastChange } = await logMomentOf(snapshot, state);
  const of = { places, context: contextOf(state), lastChange, at: snapshot.now };
  return (starts) => (places.length === starts.length ? { ...of, starts, blocks: [] } : undefined);
};

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
  async ({ identity, outline, revisions: [revision = 0] }) => {
    if (!outline) return null;
    const { context, at } = outline;
    const known = { context, at, log: { revision, lastChange: outline.lastChange } };
    const changes = await changesAfter(snapshot, state, source, known);
    if (!changes) return null;
    const { changed, log } = changes;
    const old = outline.places as readonly Place[];
    const others = new Set(changed);
    let places = part;
    if (!places) {
      const found = await placesAfter(state, source, changed, at);
      // What is due may have changed as well.
      const own = new Map(found.map((place) => [place.documentId, place]));
      for (const documentId of own.keys()) others.add(documentId);
      const all = old.filter(({ documentId }) => !others.has(documentId));
      for (const place of own.values()) insertInOrder(all, place, source.compare);
      places = all;
    }
    const numbers = numbersIn(old, others, places, source.compare);
    const missing = places.filter((_place, i) => numbers[i] === NEW);
    const makers: Make[] = [];
    if (missing.length > 0) for await (const make of itemsAt(missing)) makers.push(make);
    return async () => {
      const texts: Buffer[] = [];
      for (const make of makers) for (const text of toTexts(await make())) texts.push(Buffer.from(text));
      if (texts.length !== missing.length) throw new Error('An item of a list was not found.');
      const { bytes, ...joined } = await join({ ...outline, bytes: identity.bytes }, numbers, texts);
      return {
        bytes,
        outline: { ...outline, ...joined, places, lastChange: log.lastChange, at: snapshot.now },
      };
    };
  };

/** The number of an item that the version before does not have. */
const NEW = -1;

/**
 * Which items of the version before stand at some places. Both are in order, so one pass finds them, and nothing is made for each:
 * there may be many thousands, and no request has its turn meanwhile.
 * @param others entries whose items are not those of the version before
 */
const numbersIn = <Place extends { documentId: string }>(
  old: readonly Place[],
  others: ReadonlySet<string>,
  places: readonly Place[],
  compare: (a: Place, b: Place) => number,
): Int32Array => {
  const numbers = new Int32Array(places.length).fill(NEW);
  let number = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as Place;
    let known = old[number];
    while (known && (others.has(known.documentId) || compare(known, place) < 0)) known = old[(number += 1)];
    if (known?.documentId === place.documentId) numbers[i] = number;
  }
  return numbers;
};

type Known = Pick<Outline, 'starts' | 'blocks'> & { bytes: Buffer };

/** Bytes that are copied at a time. */
const COPIED = 128 * 1024;

/**
 * A list of items that are new, or that have a number in another list.
 * @param texts of those that are new
 */
const join = async (
  { bytes, starts, blocks }: Known,
  numbers: Int32Array,
  texts: readonly Buffer[],
): Promise<Known> => {
  const joined = new Uint32Array(numbers.length);
  /** Known items that follow each other are copied at once, with what is between them. */
  const pieces: Buffer[] = [];
  const moved: Block[] = [];
  let run = { from: 0, to: 0 };
  /** After the bracket at the beginning, or the last comma. */
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
  let written = 0;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] as number;
    joined[i] = length;
    if (number === NEW) {
      endRun();
      const text = texts[written] as Buffer;
      written += 1;
      pieces.push(text);
      length += text.length + 1;
    } else {
      const from = starts[number] ?? 0;
      const to = (starts[number + 1] ?? bytes.length) - 1;
      if (from !== run.to + 1) endRun();
      run.from = run.to > 0 ? run.from : from;
      run.to = to;
      length += to - from + 1;
    }
  }
  endRun();
  const whole = Buffer.allocUnsafe(Math.max(length, 2));
  whole.write('[');
  const yieldTurn = createYielder();
  let end = 1;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += COPIED) {
      end += piece.copy(whole, end, from, from + COPIED);
      await yieldTurn();
    }
    end += whole.write(',', end);
  }
  // Over the last comma; after the bracket at the beginning where there is none.
  whole.write(']', whole.length - 1);
  return { bytes: whole, starts: joined, blocks: moved };
};
