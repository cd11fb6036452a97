import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../../platform/patches/routes';
import { validatePassword } from './password';
import { bodyOf } from '../../../platform/request-body';
import { USER_UID } from '../../../platform/uids';

interface Person {
  email?: unknown;
  username?: unknown;
  firstname?: unknown;
  lastname?: unknown;
}
type Body = Person & {
  password?: unknown;
  userInfo?: Person & { password?: unknown };
  registrationToken?: unknown;
  resetPasswordToken?: unknown;
};

/**
 * The routes of the admin API that take a new password, and what tells whose it is to be: a condition on users, or
 * null for the one who registers first.
 */
const TAKING_PASSWORDS: Record<string, (ctx: Context, body: Body) => object | null> = {
  'authentication.registerAdmin': () => null,
  'authentication.register': (_ctx, { registrationToken }) => ({ registrationToken }),
  'authentication.resetPassword': (_ctx, { resetPasswordToken }) => ({ resetPasswordToken }),
  'authenticated-user.updateMe': (ctx) => ({ id: (ctx.state as { user?: { id: number } }).user?.id }),
  'user.update': (ctx) => ({ id: (ctx as unknown as { params: { id: unknown } }).params.id }),
};

const wordsOf = ({ email, username, firstname, lastname }: Person): string[] =>
  [email, username, firstname, lastname].filter((word): word is string => typeof word === 'string');

/** New passwords of the admin panel's users are held against rules that go beyond Strapi's. */
export const enforcePasswordPolicy = (strapi: Core.Strapi): void => {
  /** The user as stored; null when there is none, which is for Strapi to say. */
  const find = async (where: object | null): Promise<Person | null> => {
    // What is not a plain value is neither token nor id: it could be a condition.
    const isPlain = where && Object.values(where).every((value) => /^(string|number)$/.test(typeof value));
    return isPlain ? ((await strapi.db.query(USER_UID).findOne({ where })) as Person | null) : null;
  };

  const check = async (
    whose: (ctx: Context, body: Body) => object | null,
    ctx: Context,
    next: Next,
  ): Promise<unknown> => {
    const body = bodyOf(ctx) as Body;
    // An invited user sends it one level down.
    const [given, path] =
      body.userInfo?.password === undefined
        ? [body.password, ['password']]
        : [body.userInfo.password, ['userInfo', 'password']];
    // What is no text is for Strapi's own validation.
    if (typeof given === 'string') {
      const known = [body, body.userInfo ?? {}, (await find(whose(ctx, body))) ?? {}].flatMap(wordsOf);
      const fault = validatePassword(given, known);
      if (fault) {
        throw new errors.ValidationError(fault, {
          errors: [{ path, message: fault, name: 'ValidationError' }],
        });
      }
    }
    return next();
  };
  for (const [handler, whose] of Object.entries(TAKING_PASSWORDS)) {
    prependRouteMiddleware(strapi, 'admin', handler, (ctx, next) => check(whose, ctx, next));
  }
};
