import type { Core } from '@strapi/strapi';
import { CSP_DEFAULTS } from '@strapi/utils';

/** Content shows pictures and videos from anywhere, a bucket with uploads too, and editors see what they write. */
const ANYWHERE = ['https:', 'http:'];
const security = {
  name: 'strapi::security',
  config: {
    contentSecurityPolicy: {
      directives: {
        'img-src': [...CSP_DEFAULTS['img-src'], ...ANYWHERE],
        'media-src': [...CSP_DEFAULTS['media-src'], ...ANYWHERE],
      },
    },
  },
};

const config = (): Core.Config.Middlewares => [
  // Answers from cached responses, ahead of everything else. Without it all is slower and nothing else changes.
  'plugin::content-delivery.fast-lane',
  // One spelling for each address, before anything that matches paths.
  'plugin::content-delivery.canonical-path',
  // Behind proxies: the address of the client, as far as trusted proxies tell it.
  'plugin::content-delivery.client-address',
  // /_ready, and /_metrics with the METRICS_TOKEN.
  'plugin::content-delivery.probes',
  // Counts requests, and logs them in place of strapi::logger, which writes whole addresses, API keys included.
  'plugin::content-delivery.request-log',
  security,
  // Uploaded files get no rights in the name of this server.
  'plugin::content-delivery.uploaded-files',
  // What the plugin answers to the admin panel is stored nowhere, errors included.
  'plugin::content-delivery.no-store',
  // The four delivery routes: any origin, GET and HEAD only; one error shape for all of /api. Around strapi::errors, so that
  // errors get their headers too, and strapi::cors, which speaks for the admin panel.
  'plugin::content-delivery.public-api',
  'strapi::errors',
  // What fails for want of the database is a 503 that says so.
  'plugin::content-delivery.database-errors',
  // The admin panel comes from this server itself. Strapi's default lets every origin use it with the cookies of
  // the signed-in user, and browsers send these from all websites of the same domain.
  { name: 'strapi::cors', config: { origin: [] } },
  'strapi::query',
  // Reads nothing: it would read the body of every request before its route and its sender are known. The plugin does it
  // after that, within limits that depend on both: requestBodies in config/plugins.ts.
  { name: 'strapi::body', config: { parsedMethods: [] } },
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

export default config;
