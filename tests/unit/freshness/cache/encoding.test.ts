import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  encode,
  encodingFor,
  negotiate,
} from '../../../../src/plugins/content-delivery/server/src/freshness/cache/encoding';
import type { CacheEntry } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/entry';
import { etagOf } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/etag';
import { cacheEntryOf } from '../../../fixtures/cache-entry';

describe('negotiate', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['GZip', 'gzip'],
    ['gzip, br', 'br'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'identity'],
    ['zstd', 'identity'],
    ['*', 'br'],
    ['*;q=0.5', 'br'],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.8', 'br'],
    ['br;q=0.5, identity;q=1', 'identity'],
    ['identity;q=1, *;q=0', 'identity'],
    ['identity;q=0.5, gzip;q=0.1', 'identity'],
    // Nothing that is accepted can be made: better the plain bytes than no answer.
    ['identity;q=0, *;q=0', 'identity'],
    ['*;q=0', 'identity'],
    [';;,,q=1', 'identity'],
  ])('of %j is %s', (header, expected) => {
    expect(negotiate(header)).toBe(expected);
    expect(negotiate(header)).toBe(expected);
  });

  it('gives one of the three for whatever is sent, and the same each time', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const encoding = negotiate(header);
        expect(['identity', 'gzip', 'br']).toContain(encoding);
        expect(negotiate(header)).toBe(encoding);
      }),
      { numRuns: 2_000 },
    );
  });
});

const entryOf = (text: string) => cacheEntryOf(Buffer.from(text), '"of plain bytes"');

describe('encode', () => {
  const LONG = 'Not too short. '.repeat(200);

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('makes %s once, for all who ask, with a tag of its own', async (encoding, decompress) => {
    const entry = entryOf(LONG);
    const onMade = jest.fn();
    const [first, second] = await Promise.all([
      encode(entry, encoding, onMade),
      encode(entry, encoding, onMade),
    ]);
    expect(second).toBe(first);
    expect(encode(entry, encoding, onMade)).toBe(first);
    expect(onMade).toHaveBeenCalledTimes(1);
    expect(decompress(first.bytes).toString('utf8')).toBe(LONG);
    expect(first.etag).toBe(await etagOf(first.bytes));
    expect(first.etag).not.toBe(entry.identity.etag);
    expect(encodingFor(entry, encoding)).toBe(encoding);
  });

  it.each([
    [1_023, 'identity'],
    [1_024, 'br'],
  ] as const)('leaves %d bytes in %s', async (length, expected) => {
    const entry = entryOf('x'.repeat(length));
    const representation = await encode(entry, 'br', () => undefined);
    expect(encodingFor(entry, 'br')).toBe(expected);
    expect(representation === entry.identity).toBe(expected === 'identity');
  });

  it('prefers gzip for a long list that is renewed, and keeps what it has compressed of it', async () => {
    const items = Array.from({ length: 80_000 }, (_, n) => `An item: ${n}`);
    const entry = entryOf(JSON.stringify(items));
    let start = 1;
    const starts = Uint32Array.from(items, (item) => (start += item.length + 3) - item.length - 3);
    const outline = { places: [], starts, context: '', lastChange: '', at: new Date(), blocks: [] };
    expect(encodingFor(entry, 'gzip, deflate, br')).toBe('br');
    const renewed: CacheEntry = { ...entry, outline };
    expect(encodingFor(renewed, 'gzip, deflate, br')).toBe('gzip');
    expect(encodingFor(renewed, 'br')).toBe('br');
    const { bytes } = await encode(renewed, 'gzip', () => undefined);
    expect(gunzipSync(bytes).equals(entry.identity.bytes)).toBe(true);
    const blocks = renewed.outline?.blocks ?? [];
    expect(blocks.length).toBeGreaterThan(1);
    // From bracket to bracket, with a comma between two.
    const compressed = blocks.reduce((sum, { from, to }) => sum + to - from + 1, 1);
    expect(compressed).toBe(entry.identity.bytes.length);
  });

  it('gives the plain bytes at once to who asks for no encoding', () => {
    const entry = entryOf(LONG);
    expect(encode(entry, 'identity', () => undefined)).toBe(entry.identity);
    expect(entry.encoded).toEqual({});
  });
});
