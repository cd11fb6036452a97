import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { bodyOf } from '../../platform/request-body';
import { refuseAdminToken } from '../../platform/tokens';
import { USER_UID } from '../../platform/uids';
import { endSessionsOf } from './sessions';

/** With these a token that may do little could take its owner's account, or make itself one that may do all. */
const OF_PEOPLE = [
  'authenticated-user.updateMe',
  /^authenticated-session\./,
  'authentication.logout',
  'admin-token.create',
  'admin-token.get',
  'admin-token.update',
  'admin-token.regenerate',
];

const refuseTokens = (ctx: Context, next: Next): Promise<unknown> => {
  refuseAdminToken(ctx.state, 'A token cannot do this. Sign in to the admin panel.');
  return next();
};

/** An invitation that has been taken up, or was left aside for a password from an administrator, would set another one for ever. */
const endInvitations = (strapi: Core.Strapi) => async (ctx: Context, next: Next) => {
  const token = bodyOf(ctx)['registrationToken'] ?? ctx.query['registrationToken'];
  if (typeof token === 'string' && token !== '') {
    const isOver = await strapi.db
      .query(USER_UID)
      .count({ where: { registrationToken: token, password: { $notNull: true } } });
    if (isOver > 0) throw new errors.ValidationError('Invalid registrationToken');
  }
  return next();
};

/** Who has been locked out by an administrator stays out: Strapi leaves sessions, and links to reset the password, as they are. */
const endSessions = (strapi: Core.Strapi) => async (ctx: Context, next: Next) => {
  await next();
  const body = bodyOf(ctx);
  const id = (ctx.body as { data?: { id?: number } } | undefined)?.data?.id;
  const isLockedOut = body['password'] !== undefined || body['isActive'] === false;
  if (id !== undefined && isLockedOut) await endSessionsOf(strapi, id);
};

/** Accounts of the admin panel belong to the people who have them. Called while plugins register. */
export const guardAccounts = (strapi: Core.Strapi): void => {
  for (const handler of OF_PEOPLE) prependRouteMiddleware(strapi, 'admin', handler, refuseTokens);
  for (const handler of ['authentication.register', 'authentication.registrationInfo'])
    prependRouteMiddleware(strapi, 'admin', handler, endInvitations(strapi));
  prependRouteMiddleware(strapi, 'admin', 'user.update', endSessions(strapi));
};
