import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Make } from './lists/list';

/** A list as JSON, piece by piece: the same bytes as `JSON.stringify` of all items. Others get their turn between. */
export async function* jsonChunks(batches: AsyncGenerator<Make>): AsyncGenerator<Buffer> {
  let before = '[';
  for await (const make of batches) {
    const items = await make();
    if (items.length === 0) continue;
    yield Buffer.from(before + JSON.stringify(items).slice(1, -1));
    before = ',';
    await nextTurn();
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

/** Waits for the first piece, which is given again with the others. */
export const prefetchFirst = async (pieces: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> => {
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
};

/**
 * Does something once at the end of the pieces: after the last one, or when the consumer stops, but never
 * while one is being made.
 */
export const withCleanup = (pieces: AsyncIterable<Buffer>, end: () => Promise<void>) => {
  const ending = (async function* () {
    try {
      yield Buffer.alloc(0);
      yield* pieces;
    } finally {
      await end();
    }
  })();
  let started: Promise<unknown> | null = null;
  /** Into the block whose end is watched: a generator that was never begun would not notice its end. */
  const start = () => (started ??= ending.next());
  return {
    pieces: {
      async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
        await start();
        yield* ending;
      },
    },
    async close(): Promise<void> {
      await start();
      await ending.return(undefined);
    },
  };
};
