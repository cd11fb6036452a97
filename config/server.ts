import { existsSync } from 'node:fs';
import type { Core } from '@strapi/strapi';
import { trustedProxiesIn } from '../src/settings/environment/networks';
import { milliseconds } from '../src/settings/environment/numbers';
import { inProject, pathIn } from '../src/settings/environment/paths';
import { listenerIn } from '../src/settings/environment/serving';
import { flagIn } from '../src/settings/environment/texts';
import type { Env } from '../src/settings/environment/variables';
import { logFormatOf } from '../src/settings/logging/log-format';

/** How long a client may take. */
const connections = (env: Env) => {
  const headersTimeout = milliseconds(env, 'HEADERS_TIMEOUT_SECONDS', 20);
  const requestTimeout = milliseconds(env, 'REQUEST_TIMEOUT_SECONDS', 300);
  if (headersTimeout > requestTimeout) {
    throw new Error(
      'HEADERS_TIMEOUT_SECONDS must not be more than REQUEST_TIMEOUT_SECONDS, which includes it.',
    );
  }
  return {
    // Longer than proxies keep theirs (60 s in nginx and most balancers): who closes first must be the proxy, or it sends
    // a request into a connection that is being closed.
    keepAliveTimeout: milliseconds(env, 'KEEP_ALIVE_SECONDS', 72),
    headersTimeout,
    requestTimeout,
    // How often Node looks for those who take longer.
    connectionsCheckingInterval: Math.min(headersTimeout / 4, 5_000),
  };
};

/**
 * PUBLIC_URL is deliberately not given to Strapi as `server.url`: that value would be built into the
 * admin panel, so that one build could not serve under another address.
 */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => {
  // Strapi's telemetry reports addresses with their query strings, which contain API keys. It is off by itself only until
  // `strapi telemetry:enable`.
  process.env['STRAPI_TELEMETRY_DISABLED'] = 'true';
  return {
    // Koa then believes X-Forwarded-*; plugin::content-delivery.client-address leaves of it what trusted proxies wrote.
    proxy: { koa: trustedProxiesIn(env).length > 0 },
    http: { serverOptions: connections(env) },
    // While another server pulls content from this one or pushes some, Strapi runs no lifecycles here: no rule holds, and readers get what is stale.
    transfer: { remote: { enabled: false } },
    ...listenerIn(env),
    app: {
      keys: env.array('APP_KEYS', []),
    },
    // Uploads are kept in its folder `uploads`.
    dirs: { public: pathIn(env, 'PUBLIC_DIR', 'public', (place) => existsSync(inProject(place))) },
    // A drawing on the standard output is no line of JSON.
    logger: { startup: { enabled: logFormatOf(env) === 'text' } },
    webhooks: {
      populateRelations: flagIn(env, 'WEBHOOKS_POPULATE_RELATIONS', false),
    },
  };
};

export default config;
