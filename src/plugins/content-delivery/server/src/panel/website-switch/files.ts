import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { createFileWebsites } from '../../access/editors/files/websites';
import { shownWebsiteRow } from '../../access/editors/shown-website';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { addCondition, subscribe, type ReadEvent } from '../../platform/database/lifecycles';
import { FILE_UID } from '../../platform/uids';

/** The number of the website whose files a request lists. */
const LISTED = 'contentDeliveryListedFiles';

/** The media library's list follows the switcher. Called while plugins register. */
export const narrowFileRoutes = (strapi: Core.Strapi): void =>
  prependRouteMiddleware(strapi, 'upload', 'admin-file.find', async (ctx: Context, next: Next) => {
    const website = await shownWebsiteRow(strapi, ctx);
    if (website !== null) ctx.state[LISTED] = website;
    return next();
  });

/** A file belongs to a website by what is stored elsewhere, which no filter of a request can reach. */
export const narrowFileLists = (strapi: Core.Strapi): void => {
  const websites = createFileWebsites(strapi);
  const narrow = ({ params }: ReadEvent): void => {
    const website = strapi.requestContext.get()?.state[LISTED] as number | undefined;
    if (website === undefined || !params) return;
    addCondition(params, websites.visibleTo([website]));
  };
  subscribe(strapi, { models: [FILE_UID], beforeFindMany: narrow, beforeCount: narrow });
};
