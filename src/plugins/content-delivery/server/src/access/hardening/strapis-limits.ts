import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { limitWith } from '../../platform/patches/rate-limits';
import { bodyOf } from '../../platform/request-body';
import type { Limits } from '../limits';
import { refuseOverLimit } from '../limits/limit';

/** In characters: no e-mail address that can be sent to is longer (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

type Caller = 'address' | 'anybody';

/**
 * The limits in Strapi's own routes, and whose attempts they count together. The e-mail package counts all requests for
 * one e-mail address, so that a mailbox is not filled from many addresses.
 */
const LIMITS: readonly [uid: string, setting: string, caller: Caller][] = [
  ['admin::rateLimit', 'admin.rateLimit', 'address'],
  ['plugin::email.rateLimit', 'plugin::email.ratelimit', 'anybody'],
  ['plugin::users-permissions.rateLimit', 'plugin::users-permissions.ratelimit', 'address'],
];

/** Routes whose body has no e-mail address: what is sent there under that name must not make another count. */
const WITHOUT_EMAIL = /\/(?:auth\/local|auth\/reset-password|auth\/change-password|connect\/\(\.\*\))$/;

interface RouteState {
  route?: { path?: string };
}

/** Counts the same as Strapi's limits of attempts, in memory that is bounded. Called while plugins register. */
export const replaceStrapisLimits = (strapi: Core.Strapi, limits: () => Limits): void => {
  const emailOf = (ctx: Context): string => {
    const { email } = bodyOf(ctx);
    if (typeof email !== 'string') return '';
    if (email.length > MAX_EMAIL_LENGTH) {
      throw new errors.ValidationError(`An e-mail address has at most ${MAX_EMAIL_LENGTH} characters.`);
    }
    return email.toLowerCase();
  };

  for (const [uid, setting, caller] of LIMITS) {
    const count = async (ctx: Context, next: Next): Promise<unknown> => {
      const email = emailOf(ctx);
      if (strapi.config.get<{ enabled?: boolean } | undefined>(setting)?.enabled === false) return next();
      // As it is declared: what a request writes in its path makes no other count.
      const path = (ctx.state as RouteState).route?.path ?? '';
      const account = WITHOUT_EMAIL.test(path) ? '' : email;
      refuseOverLimit(await limits().ofAccounts.count(ctx.req, ctx.res, `${path} ${account}`, caller));
      return next();
    };
    limitWith(strapi, uid, count);
  }
};
