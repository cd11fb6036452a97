import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { ROLE_UID, USER_UID } from '../../platform/uids';

interface Roles {
  getSuperAdmin(): Promise<{ id: number } | null>;
  getSuperAdminWithUsersCount(): Promise<{ usersCount: number }>;
}

/**
 * Refuses to delete the last super admin, in the transaction that would do it. Strapi looks before that, so that two super admins
 * who delete each other at the same time would leave none.
 */
export const keepSuperAdmin = (strapi: Core.Strapi): void =>
  subscribe(strapi, {
    models: [USER_UID],
    async beforeDelete({ params: { where = {} } }: WriteEvent) {
      const roles = strapi.service('admin::role') as unknown as Roles;
      const role = await roles.getSuperAdmin();
      if (!role) return;
      const going = await strapi.db
        .query(USER_UID)
        .count({ where: { $and: [where, { roles: { id: role.id } }] } });
      if (going === 0) return;
      const { tableName } = strapi.db.metadata.get(ROLE_UID);
      // SQLite has one transaction at a time.
      await strapi.db.transaction(({ trx }) => trx(tableName).where('id', role.id).forUpdate().select('id'));
      const { usersCount } = await roles.getSuperAdminWithUsersCount();
      if (going >= usersCount)
        throw new errors.ValidationError('You must have at least one user with super admin role.');
    },
  });
