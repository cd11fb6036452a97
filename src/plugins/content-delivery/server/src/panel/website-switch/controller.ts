import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { WebsiteName } from '../../../../contracts/website-switch';
import { checkerFor, rightsOf } from '../../access/editors/rights';
import { byCodeUnit } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';

/** The websites that the signed-in user can switch to. */
export const createWebsiteNamesController = (strapi: Core.Strapi) => {
  const readableAccounts = async (ctx: Context): Promise<Set<string>> => {
    const showsName = checkerFor(strapi, ctx, UIDS.account).can.read(undefined, 'name');
    if (!showsName || checkerFor(strapi, ctx, UIDS.website).cannot.read(undefined, 'account'))
      return new Set();
    const rights = await rightsOf(strapi, ctx, UIDS.account, 'read');
    const rows: { documentId: string }[] = await strapi.db
      .query(UIDS.account)
      .findMany({ where: rights ?? {}, select: ['documentId'] });
    return new Set(rows.map(({ documentId }) => documentId));
  };

  return {
    async list(ctx: Context) {
      const rights = await rightsOf(strapi, ctx, UIDS.website, 'read', ['name']);
      const rows: WebsiteName[] = await strapi.db.query(UIDS.website).findMany({
        where: rights ?? {},
        select: ['documentId', 'name'],
        populate: { account: { select: ['documentId', 'name'] } },
      });
      const accounts = await readableAccounts(ctx);
      ctx.body = {
        data: rows
          .map(({ documentId, name, account }) => ({
            documentId,
            name,
            account:
              account && accounts.has(account.documentId)
                ? { documentId: account.documentId, name: account.name }
                : null,
          }))
          .sort((a, b) => a.name.localeCompare(b.name, 'en') || byCodeUnit(a.documentId, b.documentId)),
      } satisfies { data: WebsiteName[] };
    },
  };
};
