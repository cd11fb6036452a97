import { createByteCache } from '../../src/plugins/content-delivery/server/src/cache/bytes';
import { createAliases } from '../../src/plugins/content-delivery/server/src/fast-lane/aliases';
import { createTally } from '../../src/plugins/content-delivery/server/src/metrics/tally';

const entryOf = (size: number) => ({
  scopes: [],
  revisions: [],
  expiresAt: Infinity,
  validFrom: -Infinity,
  identity: { bytes: Buffer.alloc(size), etag: '"x"' },
  encoded: {},
});

describe('createAliases', () => {
  const setUp = async () => {
    const cache = createByteCache(10_000);
    const aliases = createAliases(cache);
    const entry = entryOf(2_000);
    const asker = { path: '/api/blog', website: 'website', tally: createTally() };
    const alias = { key: 'a', provenance: entry, asker };
    await cache.build('a', '1', async () => entry);
    return { cache, aliases, alias };
  };

  it('recalls the addresses of kept bytes', async () => {
    const { aliases, alias } = await setUp();
    aliases.remember('/one', alias);
    aliases.remember('/two', alias);
    expect([aliases.recall('/one'), aliases.recall('/two'), aliases.recall('/three')]).toEqual([
      alias,
      alias,
      undefined,
    ]);
  });

  it('forgets an address when its bytes had to go, not when they were replaced', async () => {
    const { cache, aliases, alias } = await setUp();
    aliases.remember('/one', alias);
    await cache.build('a', '2', async () => entryOf(2_100));
    expect(aliases.recall('/one')).toBe(alias);
    for (const key of ['b', 'c']) await cache.build(key, '1', async () => entryOf(3_000));
    expect(cache.get('a')).toBeUndefined();
    expect(aliases.recall('/one')).toBeUndefined();
  });

  it('remembers none whose bytes are not kept, and none that is too long', async () => {
    const { aliases, alias } = await setUp();
    aliases.remember('/gone', { ...alias, key: 'gone' });
    aliases.remember(`/${'x'.repeat(2_048)}`, alias);
    expect([aliases.recall('/gone'), aliases.recall(`/${'x'.repeat(2_048)}`)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
