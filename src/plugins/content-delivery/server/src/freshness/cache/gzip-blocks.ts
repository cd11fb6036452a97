import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { createYielder } from '../../platform/yielder';

/** Where some items of a list are, with the commas between them. */
interface Span {
  from: number;
  /** Behind its last byte. */
  to: number;
  /** It ends there whatever follows; else because nothing does. */
  isComplete: boolean;
}

/** Compressed so that it can stand anywhere in the list. */
export interface Block extends Span {
  deflated: Buffer;
}

/** Bytes of a block, on average. Each is compressed without what stands before it, so smaller ones make the whole larger. */
const BLOCK = 128 * 1024;

/** Ends at a whole byte, and is not the end of the data. */
const AMID = { level: 6, finishFlush: constants.Z_SYNC_FLUSH };

/** The header of gzip without a name or a date (RFC 1952), and what of the list is in no block. */
const BEGINNING = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]),
  deflateRawSync('[', AMID),
]);
const BETWEEN = deflateRawSync(',', AMID);
const END = deflateRawSync(']');

/**
 * Whether a block ends with an item: the item alone says it, so that equal lists have equal bytes, whatever they were before, and a
 * change moves no other end. Long items are more likely to.
 */
const isLast = (item: Buffer): boolean => crc32(item) / 2 ** 32 < item.length / BLOCK;

/** The blocks of a list; the known ones among them as they are. */
function* blocksOf(
  bytes: Buffer,
  starts: Uint32Array,
  known: readonly Block[],
): Generator<Block | Span, void> {
  const knownAt = new Map(known.map((block) => [block.from, block]));
  const startOf = (item: number): number => starts[item] ?? bytes.length;
  const endOf = (item: number): number => startOf(item + 1) - 1;
  for (let item = 0; item < starts.length;) {
    const from = startOf(item);
    const block = knownAt.get(from);
    if (block && (block.isComplete || block.to === bytes.length - 1)) {
      yield block;
      while (startOf(item) < block.to) item += 1;
      continue;
    }
    let isComplete = false;
    let to = from;
    for (; item < starts.length && !isComplete; item += 1) {
      to = endOf(item);
      isComplete = isLast(bytes.subarray(startOf(item), to));
    }
    yield { from, to, isComplete };
  }
}

/**
 * Compresses a list off the main thread, block by block, but for what is compressed already.
 * @param starts where its items begin
 * @param known blocks of these bytes
 */
export const gzipInBlocks = async (
  bytes: Buffer,
  starts: Uint32Array,
  known: readonly Block[],
): Promise<{ bytes: Buffer; blocks: Block[] }> => {
  const made: Block[] = [];
  const yieldTurn = createYielder();
  let checksum = 0;
  let read = 0;
  for (const block of blocksOf(bytes, starts, known)) {
    const { from, to } = block;
    made.push(
      'deflated' in block
        ? block
        : { ...block, deflated: await promisify(deflateRaw)(bytes.subarray(from, to), AMID) },
    );
    checksum = crc32(bytes.subarray(read, to), checksum);
    read = to;
    await yieldTurn();
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes.subarray(read), checksum), 0);
  trailer.writeUInt32LE(bytes.length % 2 ** 32, 4);
  const pieces = made.flatMap(({ deflated }) => [BETWEEN, deflated]).slice(1);
  const whole = Buffer.concat([BEGINNING, ...pieces, END, trailer]);
  // Views of the whole, which is kept anyway.
  let start = BEGINNING.length;
  const blocks = made.map((block) => {
    const deflated = whole.subarray(start, start + block.deflated.length);
    start += deflated.length + BETWEEN.length;
    return { ...block, deflated };
  });
  return { bytes: whole, blocks };
};
