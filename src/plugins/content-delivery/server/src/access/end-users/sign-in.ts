import type { Core } from '@strapi/strapi';
import { errors, yup } from '@strapi/utils';
import type { Context } from 'koa';
import { DECOY_HASH } from '../hardening/passwords/decoy-hash';
import { boundAttempts } from '../hardening/passwords/under-way';
import type { Action } from '../../platform/patches/controllers';
import { bodyOf } from '../../platform/request-body';

/** How many passwords, codes and addresses one address may try; throws when it is too many. */
export type CountAttempt = (ctx: Context) => Promise<void>;

interface UserService {
  validatePassword(password: string, hash: string): Promise<boolean>;
}

const USER = 'plugin::users-permissions.user';

const isEmail = (value: unknown): boolean => yup.string().email().required().isValidSync(value);

/**
 * The actions by which end users sign in and reset their passwords, as users-permissions has them, except that they count
 * towards the limit of sign-ins and do not reveal whether there is an account for an e-mail address: not by the time that they
 * take, and not by what they answer.
 * @see decision 0036
 */
export const discreetSignIn = (strapi: Core.Strapi, count: CountAttempt) => {
  const counted =
    (original: Action): Action =>
    async (ctx, ...rest) => {
      await count(ctx);
      return boundAttempts(ctx, () => original(ctx, ...rest));
    };

  /** Whether the action would find a password to compare with. */
  const hasPassword = async (identifier: string): Promise<boolean> => {
    const user = (await strapi.db.query(USER).findOne({
      where: { provider: 'local', $or: [{ email: identifier.toLowerCase() }, { username: identifier }] },
    })) as { password?: string | null } | null;
    return Boolean(user?.password);
  };

  /** A password is compared in every case: that is what takes time. */
  const callback =
    (original: Action): Action =>
    async (ctx, ...rest) => {
      await count(ctx);
      const { identifier, password } = bodyOf(ctx);
      return boundAttempts(ctx, async () => {
        if (
          typeof identifier === 'string' &&
          typeof password === 'string' &&
          !(await hasPassword(identifier))
        ) {
          const users = strapi.service(USER) as unknown as UserService;
          await users.validatePassword(password, DECOY_HASH);
        }
        return original(ctx, ...rest);
      });
    };

  /** Answers the same for every address, at once, and does what there is to do after that. */
  const afterTheAnswer =
    (answer: (email: string) => object) =>
    (original: Action): Action =>
    async (ctx, ...rest) => {
      await count(ctx);
      const { email } = bodyOf(ctx);
      if (!isEmail(email)) return original(ctx, ...rest);
      // What the action sends goes nowhere; everything else of the request is there.
      const detached = Object.assign(Object.create(ctx) as Context, { send: () => undefined });
      void Promise.resolve(original(detached, ...rest)).catch((error: unknown) => {
        // Refusals would reveal too much, such as that the address is confirmed already.
        if (error instanceof errors.ApplicationError) return;
        strapi.log.error(`An e-mail to an end user could not be sent: ${String(error)}`);
      });
      ctx.body = answer(email as string);
    };

  return {
    callback,
    forgotPassword: afterTheAnswer(() => ({ ok: true })),
    sendEmailConfirmation: afterTheAnswer((email) => ({ email, sent: true })),
    connect: counted,
    register: counted,
    resetPassword: counted,
    changePassword: counted,
    emailConfirmation: counted,
  };
};
