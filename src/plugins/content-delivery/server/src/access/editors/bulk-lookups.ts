import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { checkerOf } from './checker';
import { PERMISSION_POPULATE } from './permission-populate';

/**
 * Two routes of the content manager look up any entries by id when several are published at
 * once. Only ids that the user may read are passed on.
 */
export const filterBulkLookups = (strapi: Core.Strapi): void => {
  const readable = async (ctx: Context, ids: unknown): Promise<unknown> => {
    const { model } = ctx['params'] as { model: string };
    const checker = checkerOf(strapi, ctx.state['userAbility'], model);
    if (!PERMISSION_POPULATE[model] || !checker.requiresEntity.read()) return ids;
    // Strapi looks up one that stands alone as well.
    const asked = [ids].flat().filter((id) => typeof id === 'string');
    const rows: { documentId: string }[] = await strapi.db.query(model as never).findMany({
      where: { documentId: { $in: asked } },
      populate: PERMISSION_POPULATE[model],
    });
    const foreign = new Set(rows.filter((row) => checker.cannot.read(row)).map((row) => row.documentId));
    // Letter for letter: in other letters MariaDB finds an entry too.
    const found = new Set(rows.map((row) => row.documentId));
    return asked.filter((id) => found.has(id) && !foreign.has(id));
  };

  prependRouteMiddleware(
    strapi,
    'content-manager',
    'collection-types.bulkFindForValidation',
    async (ctx, next) => {
      const request = ctx.request as typeof ctx.request & { body?: Record<string, unknown> };
      if (request.body) {
        const documentIds = await readable(ctx, request.body['documentIds']);
        request.body = { ...request.body, documentIds };
      }
      return next();
    },
  );

  prependRouteMiddleware(
    strapi,
    'content-manager',
    'collection-types.countManyEntriesDraftRelations',
    async (ctx, next) => {
      // Strapi has parsed the address already, and reads what it found there.
      const query = ctx.query as Record<string, unknown>;
      query['documentIds'] = await readable(ctx, query['documentIds']);
      return next();
    },
  );
};
