import type { Core } from '@strapi/strapi';
import { changeAdminSignIn } from '../../platform/patches/admin-sign-in';
import type { PasswordMails } from './password-mails';
import { DECOY_HASH } from './passwords/decoy-hash';
import { USER_UID } from '../../platform/uids';

/** The duration of a sign-in or a forgotten-password request does not reveal whether an account has the address. */
export const hideKnownAddresses = (strapi: Core.Strapi, mails: PasswordMails): void =>
  changeAdminSignIn(strapi, {
    async check(checkCredentials, credentials, validatePassword) {
      const { email, password } = credentials;
      const user = (await strapi.db.query(USER_UID).findOne({ where: { email }, select: ['password'] })) as {
        password: string | null;
      } | null;
      const outcome = await checkCredentials(credentials);
      // For an unknown address, and for an invited user who has not chosen a password yet: an answer that comes at once
      // would reveal that.
      if (!user?.password) await validatePassword(password, DECOY_HASH);
      return outcome;
    },

    // Strapi does not wait for it, but has started it before it answers, and errors are not reported.
    forgot(forgotPassword, input) {
      mails.sendSoon(() => forgotPassword(input));
      return Promise.resolve();
    },
  });
