import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

type KoaError = Error & { code?: unknown; expose?: boolean };

/**
 * Changes `onerror` of Strapi's Koa application, read at koa 2.16.4: it prints to the console. Listening for `error` would
 * be enough for Koa, but Strapi's upload plugin calls this function by its name.
 */
export const logKoaErrors = (strapi: Core.Strapi, log: (error: KoaError) => void): void =>
  replaceFunction(
    strapi.server.app as unknown as { onerror(error: KoaError): void },
    'onerror',
    { readAt: 'koa 2.16.4', parameters: 1 },
    () => log,
  );
