import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { createReportStore } from '../../migration';
import { websiteInPath } from './website-in-path';

/** What the latest import of a website said, for users who may see the website. */
export const createImportReportController = (strapi: Core.Strapi) => {
  const reports = createReportStore(strapi);
  return {
    async latest(ctx: Context) {
      const website = await websiteInPath(strapi, ctx);
      ctx.body = { data: await reports.find(website) };
    },
  };
};
