import type { Core } from '@strapi/strapi';
import type { Author } from '../../../contracts/history';
import { USER_UID } from '../platform/uids';

interface Named {
  firstname: string | null;
  lastname: string | null;
  username: string | null;
}

interface User extends Named {
  id: number;
}

/** What a name is made of. */
export const NAME_FIELDS = ['firstname', 'lastname', 'username'] as const;

/** As others see the name of an admin user; empty for none. */
export const nameOf = ({ firstname, lastname, username }: Named): string =>
  [firstname, lastname].filter(Boolean).join(' ') || (username ?? '');

/** The names of admin users as they are now. Rows keep numbers only, so that a name is gone with its user. */
export const authorsOf = async (
  strapi: Core.Strapi,
  userIds: readonly (number | null)[],
): Promise<(userId: number | null) => Author> => {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  const users: User[] =
    ids.length === 0
      ? []
      : await strapi.db.query(USER_UID).findMany({
          where: { id: { $in: ids } },
          select: ['id', ...NAME_FIELDS],
        });
  const names = new Map(users.map((user) => [user.id, nameOf(user)]));
  return (userId) => {
    if (userId === null) return { kind: 'none' };
    const name = names.get(userId);
    return name === undefined ? { kind: 'former' } : { kind: 'user', name };
  };
};
