import createError from 'http-errors';
import type { Context } from 'koa';

/**
 * A 503 with the shape of Strapi's errors.
 * @param ctx where it is known that the same may be asked again
 * @param seconds after which
 */
export const unavailable = (message: string, ctx?: Pick<Context, 'set'>, seconds = 5) => {
  ctx?.set('Retry-After', String(seconds));
  return createError(503, message, { details: {} });
};
