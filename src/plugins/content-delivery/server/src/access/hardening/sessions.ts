import type { Core } from '@strapi/strapi';
import { USER_UID } from '../../platform/uids';

/** Ends what an account of the admin panel is signed in with, and its links to reset the password. */
export const endSessionsOf = async (strapi: Core.Strapi, id: number): Promise<void> => {
  await strapi.db.query(USER_UID).update({
    where: { id },
    data: { resetPasswordToken: null, resetPasswordTokenExpiresAt: null },
  });
  await strapi.sessionManager('admin').invalidateRefreshToken(String(id));
};
