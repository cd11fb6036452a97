import type { Core } from '@strapi/strapi';
import { DELIVERY_PATHS } from '../../../contract';
import { REVEAL_API_KEY } from '../permissions';

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

/** What the plugin's part of the admin panel calls. */
const admin = () => ({
  type: 'admin',
  routes: [
    {
      method: 'GET',
      path: '/websites/:documentId/api-key',
      handler: 'websites.revealApiKey',
      config: {
        policies: [
          'admin::isAuthenticatedAdmin',
          { name: 'admin::hasPermissions', config: { actions: [REVEAL_API_KEY] } },
        ],
      },
    },
  ],
});

export default { delivery, admin };
