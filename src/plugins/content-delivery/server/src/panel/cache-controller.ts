import type { Context } from 'koa';
import { answerNow } from '../platform/panel-requests';
import type { ByteCache } from '../freshness/cache/bytes';

/** What an operator can see of the cache. */
export const createCacheController = (cache: ByteCache) => ({
  figures(ctx: Context) {
    answerNow(ctx, cache.figures());
  },
});
