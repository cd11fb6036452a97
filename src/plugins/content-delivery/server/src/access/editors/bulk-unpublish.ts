import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { bodyOf } from '../../platform/request-body';
import { checkerOf } from './checker';
import { PERMISSION_POPULATE } from './permission-populate';

interface Manager {
  unpublishMany(documentIds: readonly string[], uid: string, options: object): Promise<{ count: number }>;
}

/**
 * Lets restricted editors unpublish several of their entries at once. The content manager looks at entries there
 * without their websites, and so refuses everybody whose permission depends on one.
 */
export const allowBulkUnpublish = (strapi: Core.Strapi): void => {
  prependRouteMiddleware(
    strapi,
    'content-manager',
    'collection-types.bulkUnpublish',
    async (ctx: Context, next: Next) => {
      const { model } = ctx['params'] as { model: string };
      const { documentIds } = bodyOf(ctx);
      const checker = checkerOf(strapi, ctx.state['userAbility'], model);
      if (!PERMISSION_POPULATE[model] || !checker.requiresEntity.unpublish() || !isListOfIds(documentIds)) {
        return next();
      }

      const rows: { documentId: string }[] = await strapi.db.query(model as never).findMany({
        where: { documentId: { $in: documentIds }, publishedAt: { $notNull: true } },
        populate: PERMISSION_POPULATE[model],
      });
      const manager = strapi.plugin('content-manager').service('document-manager') as Manager;
      ctx.body = await manager.unpublishMany(
        rows.map(({ documentId }) => documentId),
        model,
        {},
      );
    },
  );
};

const isListOfIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string');
