import type { Core } from '@strapi/strapi';
import { DELIVERY_PATHS } from '../../../contract';
import { READ_CACHE_FIGURES, REVEAL_API_KEY } from '../permissions';

const CONTENT_API_PREFIX = '/api';

/** The whole public API: four routes, each passed by the API key of a website. */
const delivery = ({ strapi }: { strapi: Core.Strapi }) => {
  const { strategy } = strapi.plugin('content-delivery').service('delivery') as { strategy: object };
  const get = (path: string, action: string) => ({
    method: 'GET',
    path: path.slice(CONTENT_API_PREFIX.length),
    handler: `delivery.${action}`,
    // The prefix of the plugin's name is taken off; a fresh object each, as Strapi writes into it.
    config: { prefix: '', auth: { strategies: [strategy] } },
  });
  return {
    type: 'content-api',
    routes: [
      get(DELIVERY_PATHS.blog, 'blog'),
      get(DELIVERY_PATHS.internalLinks, 'internalLinks'),
      get(DELIVERY_PATHS.pseoPages, 'pseoPages'),
      get(DELIVERY_PATHS.taxonomies, 'taxonomies'),
    ],
  };
};

/** A route of the admin API, passed by signed-in users with the permission. */
const forUsersWith = (permission: string, path: string, handler: string) => ({
  method: 'GET',
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [permission] } },
    ],
  },
});

/** What the plugin's part of the admin panel calls, and operators. */
const admin = () => ({
  type: 'admin',
  routes: [
    forUsersWith(REVEAL_API_KEY, '/websites/:documentId/api-key', 'websites.revealApiKey'),
    forUsersWith(READ_CACHE_FIGURES, '/cache', 'cache.figures'),
  ],
});

export default { delivery, admin };
