import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { apiKeysOf } from '../services';
import { UIDS } from '../uids';

/** What the plugin's part of the admin panel asks about websites. */
export const createWebsitesController = (strapi: Core.Strapi) => ({
  /** The API key of a website that the signed-in user may read, in the clear. */
  async revealApiKey(ctx: Context) {
    const { documentId } = ctx['params'] as { documentId: string };
    const checker = strapi
      .plugin('content-manager')
      .service('permission-checker')
      .create({ userAbility: ctx.state['userAbility'], model: UIDS.website });
    if (checker.cannot.read()) throw new errors.ForbiddenError();
    const query = await checker.sanitizedQuery.read({});
    const website = await strapi.documents(UIDS.website).findFirst({
      ...query,
      filters: { $and: [query.filters ?? {}, { documentId }] },
      fields: ['documentId'],
    });
    if (!website) throw new errors.NotFoundError('There is no such website, or it is not one of yours.');
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { apiKey: await apiKeysOf(strapi).reveal(documentId) } };
  },
});
