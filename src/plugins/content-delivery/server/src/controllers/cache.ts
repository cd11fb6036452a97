import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { deliveryOf } from '../services';

/** What an operator can see of the cache. */
export const createCacheController = (strapi: Core.Strapi) => ({
  figures(ctx: Context) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: deliveryOf(strapi).cache.figures() };
  },
});
