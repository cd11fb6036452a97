import type { Core } from '@strapi/strapi';
import { expectFunction, replaceShared } from './replace';

interface Credentials {
  email: string;
  password: string;
}
type CheckCredentials = (credentials: Credentials) => Promise<unknown>;
type ForgotPassword = (input: { email?: unknown }) => Promise<unknown>;

interface AdminAuth {
  checkCredentials: CheckCredentials;
  forgotPassword: ForgotPassword;
  validatePassword(password: string, hash: string): Promise<boolean>;
}

interface Changes {
  check(
    original: CheckCredentials,
    credentials: Credentials,
    validatePassword: AdminAuth['validatePassword'],
  ): Promise<unknown>;
  forgot(original: ForgotPassword, input: { email?: unknown }): Promise<unknown>;
}

/**
 * Changes the service of the admin module's sign-in, read at @strapi/admin 5.54.0: a password is compared only where there is
 * an account, and a mail is begun before the answer, so that both show in time whether an address is known.
 */
export const changeAdminSignIn = (strapi: Core.Strapi, { check, forgot }: Changes): void => {
  const auth = strapi.service('admin::auth') as unknown as AdminAuth;
  const readAt = '@strapi/admin 5.54.0';
  expectFunction(auth, 'validatePassword', { readAt, parameters: 2 });
  replaceShared(
    auth,
    'checkCredentials',
    { readAt, parameters: 1 },
    (original) => (credentials) =>
      check(original, credentials, (password, hash) => auth.validatePassword(password, hash)),
  );
  replaceShared(auth, 'forgotPassword', { readAt }, (original) => (input) => forgot(original, input));
};
