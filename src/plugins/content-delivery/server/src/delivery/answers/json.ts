import { createYielder } from '../../platform/yielder';

/** Makes some items of a list, when what they are made from has been read. */
export type Make = () => unknown[] | Promise<unknown[]>;

export const toTexts = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item));

/** A list as JSON: the same bytes as `JSON.stringify` of all items, and where each begins. */
export const jsonOf = (items: readonly unknown[]): { bytes: Buffer; starts: Uint32Array } => {
  const texts = toTexts(items);
  const starts = startsOf(texts.map((text) => Buffer.byteLength(text)));
  return { bytes: Buffer.from(`[${texts.join(',')}]`), starts };
};

/** Where items of these lengths begin in a list. */
export const startsOf = (lengths: readonly number[]): Uint32Array => {
  const starts = new Uint32Array(lengths.length);
  let start = 1;
  for (const [i, length] of lengths.entries()) {
    starts[i] = start;
    start += length + 1;
  }
  return starts;
};

/**
 * A list as JSON, piece by piece: the same bytes as `JSON.stringify` of all items. Others get their turn between.
 * @param note called with the bytes of each item
 */
export async function* jsonChunks(
  batches: AsyncGenerator<Make>,
  note: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  let before = '[';
  const yieldTurn = createYielder();
  for await (const make of batches) {
    const texts = toTexts(await make());
    if (texts.length === 0) continue;
    for (const text of texts) note(Buffer.byteLength(text));
    yield Buffer.from(before + texts.join(','));
    before = ',';
    await yieldTurn();
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

/** All pieces in one; null when they are more than `most` bytes. */
export const concatUpTo = async (pieces: AsyncGenerator<Buffer>, most: number): Promise<Buffer | null> => {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > most) return null;
    kept.push(piece);
  }
  return Buffer.concat(kept);
};

/**
 * Waits for the first piece, whose error is thrown here, and gives it again with the others.
 * @param end done once: after the last piece, or when the reader stops, but never while a piece is being made
 */
export const begun = async (source: AsyncGenerator<Buffer>, end: () => Promise<void>) => {
  const guarded = (async function* () {
    try {
      yield* source;
    } finally {
      await end();
    }
  })();
  const first = await guarded.next();
  const pieces = (async function* (): AsyncGenerator<Buffer> {
    if (first.done) return;
    yield first.value;
    yield* guarded;
  })();
  return {
    pieces,
    /** For a reader that stops before the last piece. */
    close: async (): Promise<void> => void (await guarded.return(undefined)),
  };
};
