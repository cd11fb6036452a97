import { createByteCache } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import { createUrlCache } from '../../../../src/plugins/content-delivery/server/src/delivery/fast-lane/url-cache';
import { createRequestCounter } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/request-counter';
import { cacheEntryOf } from '../../../fixtures/cache-entry';

const entryOf = (size: number) => cacheEntryOf(Buffer.alloc(size));

describe('createUrlCache', () => {
  const setUp = async () => {
    const cache = createByteCache(10_000);
    const urlCache = createUrlCache(cache);
    const entry = entryOf(2_000);
    const labels = { path: '/api/blog', website: 'website', counter: createRequestCounter() };
    const known = { key: 'a', validity: entry, labels };
    await cache.build('a', '1', async () => entry);
    return { cache, urlCache, known };
  };

  it('recalls the addresses of kept bytes', async () => {
    const { urlCache, known } = await setUp();
    urlCache.set('/one', known);
    urlCache.set('/two', known);
    expect([urlCache.get('/one'), urlCache.get('/two'), urlCache.get('/three')]).toEqual([
      known,
      known,
      undefined,
    ]);
  });

  it('forgets an address when its bytes had to go, not when they were replaced', async () => {
    const { cache, urlCache, known } = await setUp();
    urlCache.set('/one', known);
    await cache.build('a', '2', async () => entryOf(2_100));
    expect(urlCache.get('/one')).toBe(known);
    for (const key of ['b', 'c']) await cache.build(key, '1', async () => entryOf(3_000));
    expect(cache.get('a')).toBeUndefined();
    expect(urlCache.get('/one')).toBeUndefined();
  });

  it('takes a bounded number of bytes, whatever addresses are made up', async () => {
    const { urlCache, known } = await setUp();
    const addressOf = (n: number) => `/${String(n).padStart(2_000, 'x')}`;
    for (let n = 0; n < 40_000; n += 1) urlCache.set(addressOf(n), known);
    const remembered = Array.from({ length: 40_000 }, (_, n) => n).filter((n) => urlCache.get(addressOf(n)));
    expect(remembered.length).toBeGreaterThan(20_000);
    expect(remembered.length).toBeLessThan(32_000);
    expect(remembered.at(-1)).toBe(39_999);
  });

  it('remembers none whose bytes are not kept, and none that is too long', async () => {
    const { urlCache, known } = await setUp();
    urlCache.set('/gone', { ...known, key: 'gone' });
    urlCache.set(`/${'x'.repeat(2_048)}`, known);
    expect([urlCache.get('/gone'), urlCache.get(`/${'x'.repeat(2_048)}`)]).toEqual([undefined, undefined]);
  });
});
