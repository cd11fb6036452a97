import type { Core } from '@strapi/strapi';

/**
 * PUBLIC_URL is deliberately not given to Strapi as `server.url`: that value would be built into the
 * admin panel, so that one build could not serve under another address.
 */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  app: {
    keys: env.array('APP_KEYS', []),
  },
  // Uploads are kept in its folder `uploads`.
  dirs: { public: env('PUBLIC_DIR', 'public') },
  webhooks: {
    populateRelations: env.bool('WEBHOOKS_POPULATE_RELATIONS', false),
  },
});

export default config;
