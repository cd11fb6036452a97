import type { Core } from '@strapi/strapi';
import { logKoaErrors } from '../../platform/patches/koa-errors';

/** Of connections that the other side has closed: nothing is wrong here. */
const GONE: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Logs errors raised after the response was sent. */
export const logLostErrors = (strapi: Core.Strapi): void =>
  logKoaErrors(strapi, (error) => {
    if (error.expose) return;
    if (GONE.has(error.code)) strapi.log.debug(`A reader has gone: ${String(error.code)}`);
    else strapi.log.error(error);
  });
