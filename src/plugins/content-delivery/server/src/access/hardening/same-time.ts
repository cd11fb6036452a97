import { randomInt } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { changeAdminSignIn } from '../../platform/patches/admin-sign-in';
import { DECOY_HASH } from './passwords/decoy-hash';

/**
 * Milliseconds after which the work that a forgotten password makes begins: the answer is on its way, and when exactly
 * a caller cannot learn it by measuring how busy the server is.
 */
const EARLIEST = 100;
const LATEST = 1_000;

/** The duration of a sign-in or a forgotten-password request does not reveal whether an account has the address. */
export const hideKnownAddresses = (strapi: Core.Strapi): void =>
  changeAdminSignIn(strapi, {
    async check(checkCredentials, credentials, validatePassword) {
      const { email, password } = credentials;
      const user = (await strapi.db
        .query('admin::user')
        .findOne({ where: { email }, select: ['password'] })) as { password: string | null } | null;
      const outcome = await checkCredentials(credentials);
      // For an unknown address, and for an invited user who has not chosen a password yet: an answer that comes at once
      // would reveal that.
      if (!user?.password) await validatePassword(password, DECOY_HASH);
      return outcome;
    },

    // Strapi does not wait for it, but has started it before it answers, and errors are not reported.
    forgot(forgotPassword, input) {
      const begin = (): void => {
        forgotPassword(input).catch((error: unknown) => strapi.log.error(error));
      };
      setTimeout(begin, randomInt(EARLIEST, LATEST)).unref();
      return Promise.resolve();
    },
  });
