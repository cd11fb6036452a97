import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  gzipInBlocks,
  type Block,
} from '../../../../src/plugins/content-delivery/server/src/freshness/cache/gzip-blocks';

/** Long enough for every fourth item or so to end a block. */
const textOf = (name: number): string => `item ${name} `.repeat(3_000);

const listOf = (names: readonly number[]) => {
  const items = names.map((name) => JSON.stringify(textOf(name)));
  let at = 1;
  const starts = Uint32Array.from(items, (item) => {
    const start = at;
    at += item.length + 1;
    return start;
  });
  return { bytes: Buffer.from(`[${items.join(',')}]`), starts };
};

const compress = (names: readonly number[], known: readonly Block[] = []) => {
  const { bytes, starts } = listOf(names);
  return gzipInBlocks(bytes, starts, known);
};

/** Those of a longer or shorter list that stand in this one too, at their place. */
const sharedWith = (
  names: readonly number[],
  before: readonly number[],
  blocks: readonly Block[],
): Block[] => {
  const same = names.findIndex((name, place) => name !== before[place]);
  const { starts, bytes } = listOf(names);
  const end = same === -1 ? bytes.length : (starts[same] ?? bytes.length);
  return blocks.filter(({ to }) => to < end);
};

describe('gzipInBlocks', () => {
  it('gives what unzips to the list, and the same bytes whatever is known of it already', async () => {
    const names = fc.array(fc.nat(20), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(names, names, async (before, after) => {
        const fresh = await compress(after);
        expect(gunzipSync(fresh.bytes).equals(listOf(after).bytes)).toBe(true);
        const { blocks } = await compress(before);
        const renewed = await compress(after, sharedWith(after, before, blocks));
        expect(renewed.bytes.equals(fresh.bytes)).toBe(true);
        expect(renewed.blocks.map(({ from, to }) => [from, to])).toEqual(
          fresh.blocks.map(({ from, to }) => [from, to]),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('takes a block that ended with the list only where the list still ends there', async () => {
    // Short items end no block by themselves.
    const { bytes, starts } = { bytes: Buffer.from('["a","b"]'), starts: Uint32Array.of(1, 5) };
    const { blocks } = await gzipInBlocks(bytes, starts, []);
    expect(blocks.map(({ from, to, isComplete }) => [from, to, isComplete])).toEqual([[1, 8, false]]);
    const mark = (block: Block): Block => ({ ...block, deflated: Buffer.from('taken as it is') });
    const again = await gzipInBlocks(bytes, starts, blocks.map(mark));
    expect(again.bytes.includes('taken as it is')).toBe(true);
    const longer = Buffer.from('["a","b","c"]');
    const renewed = await gzipInBlocks(longer, Uint32Array.of(1, 5, 9), blocks.map(mark));
    expect(gunzipSync(renewed.bytes).equals(longer)).toBe(true);
    expect(renewed.blocks.map(({ from, to }) => [from, to])).toEqual([[1, 12]]);
  });

  it('takes a complete block wherever the list goes on after it, and compresses the rest only', async () => {
    const names = Array.from({ length: 40 }, (_, name) => name);
    const { blocks } = await compress(names);
    const [first] = blocks;
    expect(blocks.length).toBeGreaterThan(2);
    expect(first?.isComplete).toBe(true);
    const mark = Buffer.from('taken as it is');
    const renewed = await compress([...names, 99], first ? [{ ...first, deflated: mark }] : []);
    expect(renewed.blocks[0]?.deflated.equals(mark)).toBe(true);
    expect(renewed.blocks.slice(1, 3).map(({ from }) => from)).toEqual(
      blocks.slice(1, 3).map(({ from }) => from),
    );
  });
});
