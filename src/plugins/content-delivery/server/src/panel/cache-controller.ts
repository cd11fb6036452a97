import type { Context } from 'koa';
import type { ByteCache } from '../freshness/cache/bytes';

/** What an operator can see of the cache. */
export const createCacheController = (cache: ByteCache) => ({
  figures(ctx: Context) {
    ctx.body = { data: cache.figures() };
  },
});
