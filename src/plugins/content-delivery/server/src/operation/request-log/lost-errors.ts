import type { Core } from '@strapi/strapi';

/** Of connections that the other side has closed: nothing is wrong here. */
const GONE: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * Logs errors raised after the response was sent. Koa's own handler, which the upload plugin calls by
 * name, prints them past it.
 */
export const logLostErrors = (strapi: Core.Strapi): void => {
  strapi.server.app.onerror = (error: Error & { code?: unknown; expose?: boolean }) => {
    if (error.expose) return;
    if (GONE.has(error.code)) strapi.log.debug(`A reader has gone: ${String(error.code)}`);
    else strapi.log.error(error);
  };
};
