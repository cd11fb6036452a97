import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { websiteOf } from '../../access/editors/rights';

/**
 * The documentId of the website that the path of a request names.
 * @throws ForbiddenError, NotFoundError unless the user may see the website
 */
export const websiteInPath = async (strapi: Core.Strapi, ctx: Context): Promise<string> => {
  const { documentId } = ctx['params'] as { documentId: string };
  return (await websiteOf(strapi, ctx, documentId)).documentId;
};
