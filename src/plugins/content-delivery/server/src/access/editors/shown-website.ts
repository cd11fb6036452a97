import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { SHOWN_WEBSITE_HEADER } from '../../../../contracts/website-switch';
import { UIDS } from '../../platform/uids';

/** What no id is, is no website: PostgreSQL does not take every character in a question. */
const ID = /^[a-z0-9]{1,64}$/i;

/** @returns the documentId of the website that the panel shows; null when it shows all */
export const shownWebsiteIn = (ctx: Context): string | null => {
  const named = ctx.get(SHOWN_WEBSITE_HEADER);
  return ID.test(named) ? named : null;
};

/** The same, by the number of its row; null for a website that is gone, too. */
export const shownWebsiteRow = async (strapi: Core.Strapi, ctx: Context): Promise<number | null> => {
  const documentId = shownWebsiteIn(ctx);
  if (documentId === null) return null;
  const row: { id: number } | null = await strapi.db
    .query(UIDS.website)
    .findOne({ where: { documentId }, select: ['id'] });
  return row?.id ?? null;
};
