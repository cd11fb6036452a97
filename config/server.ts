import type { Core } from '@strapi/strapi';
import { logFormatOf } from '../src/logging/log-format';

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
  // A drawing on the standard output is no line of JSON.
  logger: { startup: { enabled: logFormatOf(env) === 'text' } },
  webhooks: {
    populateRelations: env.bool('WEBHOOKS_POPULATE_RELATIONS', false),
  },
});

export default config;
