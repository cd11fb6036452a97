import type { Context } from 'koa';
import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { PluginConfig } from '../config';
import { ParameterProblem, readParameters, refuseEmpty } from '../http/parameters';
import { respondWithJson } from '../http/respond';
import type { Templates } from '../pseo/templates';
import type { Queries } from '../queries';
import { toInternalLink } from '../serializers/internal-link';
import { toPost, toPostListItem } from '../serializers/post';
import { toPseoPage, toPseoPageListItem } from '../serializers/pseo-page';
import { toTaxonomies } from '../serializers/taxonomies';
import { websiteOf } from '../website-key/strategy';

export interface DeliveryServices {
  strapi: Core.Strapi;
  config: PluginConfig;
  queries: Queries;
  templates: Templates;
}

/** The four routes of specification 4. */
export const createDeliveryController = ({ config, queries, templates }: DeliveryServices) => {
  const respond = (ctx: Context, value: unknown) => respondWithJson(ctx, value, config.cacheControl);

  return {
    /** 4.1 and 4.2 */
    async blog(ctx: Context) {
      const website = websiteOf(ctx);
      const { slug } = parameters(ctx, ['slug']);
      if (slug === undefined) {
        const posts = await queries.livePosts(website);
        return respond(
          ctx,
          posts.map((post) => toPostListItem(post, config.publicUrl)),
        );
      }
      const post = await queries.livePostBySlug(website, slug);
      if (!post) throw new errors.NotFoundError('There is no published post with this slug.');
      return respond(ctx, toPost(post, config.publicUrl));
    },

    /** 4.3 */
    async internalLinks(ctx: Context) {
      const links = await queries.internalLinks(websiteOf(ctx));
      return respond(ctx, links.map(toInternalLink));
    },

    /** 4.4 */
    async pseoPages(ctx: Context) {
      const website = websiteOf(ctx);
      const { slug, campaignId } = parameters(ctx, ['slug', 'campaignId']);
      if (slug === undefined) {
        const pages = await queries.livePages(website, campaignId);
        return respond(ctx, pages.map(toPseoPageListItem));
      }
      const page = await queries.livePageBySlug(website, slug, campaignId);
      if (!page) throw new errors.NotFoundError('There is no live page with this slug.');
      return respond(ctx, toPseoPage(page, templates));
    },

    /** 4.5 */
    async taxonomies(ctx: Context) {
      return respond(ctx, toTaxonomies(await queries.taxonomies(websiteOf(ctx))));
    },
  };
};

const parameters = <Name extends string>(
  ctx: Context,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  try {
    return refuseEmpty(readParameters(ctx.querystring, names));
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};
