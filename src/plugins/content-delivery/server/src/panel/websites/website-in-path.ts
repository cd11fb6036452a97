import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { websiteOf } from '../../access/editors/rights';
import { documentIdOf } from '../../platform/panel-requests';

/**
 * The documentId of the website that the path of a request names.
 * @throws ForbiddenError, NotFoundError unless the user may see the website
 */
export const websiteInPath = async (strapi: Core.Strapi, ctx: Context): Promise<string> => {
  const documentId = documentIdOf(ctx);
  return (await websiteOf(strapi, ctx, documentId)).documentId;
};
