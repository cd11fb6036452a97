import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import type { AddressLimit } from '../limits';
import { refuseOverLimit } from '../limits/limit';
import { bodyOf } from '../../platform/request-body';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { boundAttempts } from './passwords/under-way';

/** The routes of the admin API where passwords and one-time codes can be tried. */
const TRYING = [
  'authentication.login',
  'authentication.registerAdmin',
  'authentication.registrationInfo',
  'authentication.register',
  'authentication.forgotPassword',
  'authentication.resetPassword',
];
/** Where a stolen session can be used to guess the account's password, which is required to change it. */
const OWN_PROFILE = 'authenticated-user.updateMe';

/**
 * Limits attempts from one address, whatever e-mail addresses they are for. Strapi's own limit counts the attempts
 * from one address for one e-mail address, so that trying one password with many of them goes unnoticed.
 */
export const limitSignIns = (strapi: Core.Strapi, signIns: () => AddressLimit | null): void => {
  const count = async (ctx: Context, next: Next): Promise<unknown> => {
    refuseOverLimit(await signIns()?.count(ctx.req, ctx.res));
    return boundAttempts(ctx, next);
  };
  for (const handler of TRYING) prependRouteMiddleware(strapi, 'admin', handler, count);
  prependRouteMiddleware(strapi, 'admin', OWN_PROFILE, (ctx, next) => {
    return bodyOf(ctx)['currentPassword'] === undefined ? next() : count(ctx, next);
  });
};
