import fc from 'fast-check';
import { createByteCache } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import type { CacheEntry } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/entry';
import { cacheEntryOf } from '../../../fixtures/cache-entry';

const entryOf = (size: number) => cacheEntryOf(Buffer.alloc(size));

/** A build that ends when it is told to. */
const held = () => {
  let finish: (entry: CacheEntry) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<CacheEntry>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const make = jest.fn(() => result);
  return { make, finish: (entry: CacheEntry) => finish(entry), fail: (error: Error) => fail(error) };
};

describe('createByteCache', () => {
  it('may have any size', () => {
    for (const megabytes of [0, 1e-9, 0.3, 256]) {
      expect(createByteCache(megabytes * 1024 * 1024).get('a')).toBeUndefined();
    }
  });

  it('keeps what was built, under its key', async () => {
    const cache = createByteCache(1_000_000);
    const entry = entryOf(10);
    expect(cache.get('a')).toBeUndefined();
    expect(await cache.build('a', '1', async () => entry)).toBe(entry);
    expect(cache.get('a')).toBe(entry);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.figures()).toMatchObject({ entries: 1, builds: 1, misses: 1, hits: 0, evictions: 0 });
  });

  it('serves all who ask for one state with one build, and another state with another', async () => {
    const cache = createByteCache(1_000_000);
    const [before, after] = [held(), held()];
    const first = [cache.build('a', '1', before.make), cache.build('a', '1', before.make)];
    const second = [cache.build('a', '2', after.make), cache.build('a', '2', after.make)];
    const [old, fresh] = [entryOf(1), entryOf(2)];
    before.finish(old);
    expect(await Promise.all(first)).toEqual([old, old]);
    after.finish(fresh);
    expect(await Promise.all(second)).toEqual([fresh, fresh]);
    expect([before.make, after.make].map((make) => make.mock.calls.length)).toEqual([1, 1]);
    expect(cache.get('a')).toBe(fresh);
    expect(cache.figures()).toMatchObject({ builds: 2, misses: 4 });
  });

  it('does not take the end of one key and the beginning of a state for another pair', async () => {
    const cache = createByteCache(1_000_000);
    const [one, two] = [entryOf(1), entryOf(2)];
    const answers = [cache.build('a', 'b1', async () => one), cache.build('ab', '1', async () => two)];
    expect(await Promise.all(answers)).toEqual([one, two]);
  });

  it('forgets a failed build: all who waited are told, and the next one tries again', async () => {
    const cache = createByteCache(1_000_000);
    const failing = held();
    const waiting = [cache.build('a', '1', failing.make), cache.build('a', '1', failing.make)];
    failing.fail(new Error('no database'));
    await Promise.all(waiting.map((one) => expect(one).rejects.toThrow('no database')));
    expect(cache.get('a')).toBeUndefined();
    const entry = entryOf(1);
    expect(await cache.build('a', '1', async () => entry)).toBe(entry);
    expect(cache.get('a')).toBe(entry);
    expect(cache.figures()).toMatchObject({ builds: 2, entries: 1 });
  });

  it('keeps what it has when a later build fails', async () => {
    const cache = createByteCache(1_000_000);
    const entry = entryOf(1);
    await cache.build('a', '1', async () => entry);
    await expect(cache.build('a', '2', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(cache.get('a')).toBe(entry);
  });

  it('keeps nothing that is older than what was built since, whichever ends first', async () => {
    const cache = createByteCache(1_000_000);
    const [before, after] = [held(), held()];
    const [old, fresh] = [entryOf(1), entryOf(2)];
    const answers = [cache.build('a', '1', before.make), cache.build('a', '2', after.make)];
    after.finish(fresh);
    expect(await answers[1]).toBe(fresh);
    before.finish(old);
    expect(await answers[0]).toBe(old);
    expect(cache.get('a')).toBe(fresh);
  });

  it('keeps nothing that was being built when it was known to be gone', async () => {
    const cache = createByteCache(1_000_000);
    const before = held();
    const old = entryOf(1);
    const answer = cache.build('a', '1', before.make);
    cache.forget('a');
    before.finish(old);
    expect(await answer).toBe(old);
    expect(cache.get('a')).toBeUndefined();
    await cache.build('a', '2', async () => old);
    expect(cache.get('a')).toBe(old);
  });

  it('builds each time and keeps nothing when it is turned off, but still shares a build', async () => {
    const cache = createByteCache(0);
    const make = jest.fn(async () => entryOf(1));
    await Promise.all([cache.build('a', '1', make), cache.build('a', '1', make)]);
    await cache.build('a', '1', make);
    expect(make).toHaveBeenCalledTimes(2);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0, maxBytes: 0, builds: 2 });
  });

  it('lets the least recently used go first, and counts it', async () => {
    const cache = createByteCache(10_000);
    for (const key of ['a', 'b']) await cache.build(key, '1', async () => entryOf(2_500));
    cache.get('a');
    await cache.build('c', '1', async () => entryOf(2_500));
    expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['a', 'c']);
    expect(cache.figures()).toMatchObject({ entries: 2, evictions: 1 });
  });

  it('does not keep what would push out half of all others', async () => {
    const cache = createByteCache(10_000);
    await cache.build('small', '1', async () => entryOf(100));
    const large = entryOf(6_000);
    expect(await cache.build('large', '1', async () => large)).toBe(large);
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBeDefined();
  });

  it('shares a build that finds its answer too large, and keeps nothing of it', async () => {
    const cache = createByteCache(10_000);
    const tooLong = { version: 'v', expiresAt: Infinity, tags: [], headers: {} };
    const make = jest.fn(async () => tooLong);
    expect(await Promise.all([cache.build('a', '1', make), cache.build('a', '1', make)])).toEqual([
      tooLong,
      tooLong,
    ]);
    expect(make).toHaveBeenCalledTimes(1);
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts the bytes of an encoding that was added, unless the entry is another one by then', async () => {
    const cache = createByteCache(1_000_000);
    const entry = entryOf(100);
    await cache.build('a', '1', async () => entry);
    const { bytes } = cache.figures();
    entry.encoded.br = { bytes: Buffer.alloc(50), etag: '"y"' };
    cache.grown('a', entry);
    expect(cache.figures().bytes).toBe(bytes + 50);
    cache.grown('a', entryOf(5_000));
    cache.grown('none', entryOf(5_000));
    expect(cache.figures()).toMatchObject({ bytes: bytes + 50, entries: 1 });
  });

  it('counts what is compressed of a list, and where its items are, but no encoding that is still being made', async () => {
    const cache = createByteCache(1_000_000);
    const entry = entryOf(100);
    await cache.build('a', '1', async () => entry);
    const { bytes } = cache.figures();
    const block = { from: 1, to: 9, isComplete: true, deflated: Buffer.alloc(700) };
    const places = [{ documentId: 'one' }, { documentId: 'two' }];
    entry.outline = {
      places,
      starts: new Uint32Array(2),
      context: '',
      lastChange: '',
      at: new Date(),
      blocks: [block, block],
    };
    entry.encoded.br = new Promise(() => undefined);
    cache.grown('a', entry);
    // Two items of 150.
    expect(cache.figures().bytes).toBe(bytes + 2 * 700 + 2 * 150);
  });

  it('says which keys are evicted or deleted, and nothing of those that were not there', async () => {
    const cache = createByteCache(10_000);
    const gone: string[] = [];
    cache.onGone((key) => gone.push(key));
    for (const key of ['a', 'b', 'c']) await cache.build(key, '1', async () => entryOf(2_500));
    expect(gone).toEqual(['a']);
    cache.forget('b');
    cache.forget('b');
    cache.forget('none');
    expect(gone).toEqual(['a', 'b']);
    await cache.build('c', '2', async () => entryOf(2_500));
    expect(gone).toEqual(['a', 'b']);
  });

  it('never holds more than its bound, whatever is built and grows', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      size: fc.nat(6_000),
      encoded: fc.nat(6_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), fc.array(step), async (bound, steps) => {
        const cache = createByteCache(bound);
        for (const { key, size, encoded } of steps) {
          const entry = entryOf(size);
          await cache.build(key, String(size), async () => entry);
          entry.encoded.gzip = { bytes: Buffer.alloc(encoded), etag: '"y"' };
          cache.grown(key, entry);
          const { bytes, maxBytes } = cache.figures();
          expect(maxBytes).toBe(bound);
          expect(bytes).toBeLessThanOrEqual(bound);
          const kept = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => cache.get(name) ?? []);
          const sum = kept.reduce((total, { identity, encoded: { gzip } }) => {
            const packed = gzip && 'bytes' in gzip ? gzip.bytes.length : 0;
            return total + identity.bytes.length + packed;
          }, 0);
          expect(sum).toBeLessThanOrEqual(bound);
        }
      }),
    );
  });

  it('builds once for each state, in whatever order requests come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(3))), async (asked) => {
        const cache = createByteCache(1_000_000);
        const builds = new Map<string, number>();
        const answers = asked.map(([key, state]) =>
          cache.build(key, String(state), async () => {
            const name = `${key}${state}`;
            builds.set(name, (builds.get(name) ?? 0) + 1);
            return entryOf(state);
          }),
        );
        const entries = await Promise.all(answers);
        expect(entries.map((entry) => 'identity' in entry && entry.identity.bytes.length)).toEqual(
          asked.map(([, state]) => state),
        );
        expect([...builds.values()].every((count) => count === 1)).toBe(true);
      }),
    );
  });
});
