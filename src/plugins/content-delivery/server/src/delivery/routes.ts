import { DELIVERY_PATHS } from '../../../contracts/delivery';
import { OPENAPI_PATH } from '../../../contracts/openapi';
import type { createWebsiteKeyStrategy } from './authentication/strategy';

const CONTENT_API_PREFIX = '/api';

/** The prefix of the plugin's name is taken off; a fresh object each, as Strapi writes into it. */
const get = (path: string, handler: string, auth: object | false) => ({
  method: 'GET',
  path: path.slice(CONTENT_API_PREFIX.length),
  handler,
  config: { prefix: '', auth },
});

/**
 * The whole public API: the four routes of the specification, the website, redirects and changes, each passed by the API key of a website,
 * and their description.
 */
export const deliveryRoutes = (strategy: ReturnType<typeof createWebsiteKeyStrategy>) => {
  const withKey = (path: string, action: string) =>
    get(path, `delivery.${action}`, { strategies: [strategy] });
  return [
    withKey(DELIVERY_PATHS.blog, 'blog'),
    withKey(DELIVERY_PATHS.internalLinks, 'internalLinks'),
    withKey(DELIVERY_PATHS.pseoPages, 'pseoPages'),
    withKey(DELIVERY_PATHS.taxonomies, 'taxonomies'),
    withKey(DELIVERY_PATHS.website, 'website'),
    withKey(DELIVERY_PATHS.redirects, 'redirects'),
    withKey(DELIVERY_PATHS.changes, 'changes'),
    // It needs no key, as it reveals nothing of any website.
    get(OPENAPI_PATH, 'openapi.document', false),
  ];
};
