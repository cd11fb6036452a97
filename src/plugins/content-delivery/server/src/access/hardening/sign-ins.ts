import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { AddressLimit } from '../limits';
import { prependRouteMiddleware } from '../../platform/route-middleware';

/** The routes of the admin API where passwords and one-time codes can be tried. */
const TRYING = [
  'authentication.login',
  'authentication.registerAdmin',
  'authentication.registrationInfo',
  'authentication.register',
  'authentication.forgotPassword',
  'authentication.resetPassword',
];
/** Where whoever has taken a session can try its password, which is asked for when there is to be another one. */
const OWN_PROFILE = 'authenticated-user.updateMe';

/**
 * Limits attempts from one address, whatever e-mail addresses they are for. Strapi's own limit counts the attempts
 * from one address for one e-mail address, so that somebody who tries one password with many of them is not noticed.
 */
export const limitSignIns = (strapi: Core.Strapi, signIns: () => AddressLimit | null): void => {
  const count = async (ctx: Context, next: Next): Promise<unknown> => {
    const refusal = await signIns()?.count(ctx.req, ctx.res);
    if (refusal) throw new errors.RateLimitError(refusal.message);
    return next();
  };
  for (const handler of TRYING) prependRouteMiddleware(strapi, 'admin', handler, count);
  prependRouteMiddleware(strapi, 'admin', OWN_PROFILE, (ctx, next) => {
    const { body } = ctx.request as { body?: { currentPassword?: unknown } | null };
    return body?.currentPassword === undefined ? next() : count(ctx, next);
  });
};
