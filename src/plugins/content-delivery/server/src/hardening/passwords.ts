import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { inFrontOf } from '../strapi-routes/in-front-of';
import { faultOfPassword } from './password';

/** The routes of the admin API that take a new password. */
const TAKING_PASSWORDS = [
  'authentication.registerAdmin',
  'authentication.register',
  'authentication.resetPassword',
  'authenticated-user.updateMe',
  'user.update',
];

interface Person {
  email?: unknown;
  username?: unknown;
  firstname?: unknown;
  lastname?: unknown;
}
type Body = Person & { password?: unknown; userInfo?: Person & { password?: unknown } };

const wordsOf = ({ email, username, firstname, lastname }: Person): string[] =>
  [email, username, firstname, lastname].filter((word): word is string => typeof word === 'string');

/** New passwords of the admin panel's users are held against rules that go beyond Strapi's. */
export const requireGoodPasswords = (strapi: Core.Strapi): void => {
  const check = (ctx: Context, next: Next): Promise<unknown> => {
    const body = ((ctx.request as { body?: Body | null }).body ?? {}) as Body;
    // An invited user sends it one level down.
    const [given, path] =
      body.userInfo?.password === undefined
        ? [body.password, ['password']]
        : [body.userInfo.password, ['userInfo', 'password']];
    // What is no text is for Strapi's own validation.
    if (typeof given === 'string') {
      const known = [body, body.userInfo ?? {}, (ctx.state as { user?: Person }).user ?? {}].flatMap(wordsOf);
      const fault = faultOfPassword(given, known);
      if (fault) {
        throw new errors.ValidationError(fault, {
          errors: [{ path, message: fault, name: 'ValidationError' }],
        });
      }
    }
    return next();
  };
  for (const handler of TAKING_PASSWORDS) inFrontOf(strapi, 'admin', handler, check);
};
