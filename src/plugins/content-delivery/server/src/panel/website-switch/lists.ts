import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { shownWebsiteIn } from '../../access/editors/shown-website';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { UIDS } from '../../platform/uids';

/** How the entries of each type belong to a website. Another type is listed whole. */
const belongsTo: Record<string, (website: object) => object> = {
  [UIDS.website]: (website) => website,
  [UIDS.account]: (website) => ({ websites: website }),
  [UIDS.category]: (website) => ({ website }),
  [UIDS.tag]: (website) => ({ website }),
  [UIDS.author]: (website) => ({ website }),
  [UIDS.post]: (website) => ({ website }),
  [UIDS.pseoCampaign]: (website) => ({ website }),
  [UIDS.pseoPage]: (website) => ({ campaign: { website } }),
  [UIDS.internalLink]: (website) => ({ account: { websites: website } }),
};

/** Strapi has parsed the address already, and reads what it found there. */
const narrow = (ctx: Context, uid: string): void => {
  const documentId = shownWebsiteIn(ctx);
  const filters = belongsTo[uid];
  if (documentId === null || !filters) return;
  const query = ctx.query as Record<string, unknown>;
  const asked = query['filters'];
  query['filters'] = { $and: [...(asked ? [asked] : []), filters({ documentId: { $eq: documentId } })] };
};

/**
 * The content manager's lists follow the switcher, and so do the pickers of entries that are not saved yet. Those of an
 * entry follow the website of the entry.
 */
export const narrowLists = (strapi: Core.Strapi): void => {
  prependRouteMiddleware(strapi, 'content-manager', 'collection-types.find', (ctx: Context, next: Next) => {
    narrow(ctx, (ctx['params'] as { model: string }).model);
    return next();
  });
  prependRouteMiddleware(strapi, 'content-manager', 'relations.findAvailable', (ctx: Context, next: Next) => {
    const { model, targetField } = ctx['params'] as { model: string; targetField: string };
    const attribute = strapi.contentTypes[model as never]?.['attributes'][targetField] as
      { target?: string } | undefined;
    if (attribute?.target && !ctx.query['id']) narrow(ctx, attribute.target);
    return next();
  });
};
