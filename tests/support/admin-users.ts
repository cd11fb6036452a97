import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';

export interface Permission {
  action: string;
  subject: string | null;
  /** Of create, read and update: the fields that the user may see or change. */
  properties?: { fields: string[] };
  conditions?: string[];
}

export interface AdminUser {
  id: number;
  email: string;
  password: string;
}

/** Where users and roles are made; it may be in another process. */
type AdminStrapi = Pick<Core.Strapi, 'service'>;

/** The condition under which a role is one of the websites that list the user. */
export const LISTED_WEBSITES = 'plugin::content-delivery.listed-websites';

let counter = 0;
const PASSWORD = 'Test-password-1';

const createUser = async (strapi: AdminStrapi, role: number): Promise<AdminUser> => {
  // Strapi counts sign-ins by address for the whole process, which several test files share.
  const email = `user-${randomUUID()}@example.com`;
  const { id }: { id: number } = await strapi.service('admin::user').create({
    firstname: 'Test',
    lastname: 'User',
    email,
    password: PASSWORD,
    isActive: true,
    roles: [role],
  });
  return { id, email, password: PASSWORD };
};

/** A user of the admin panel with every right. */
export const createSuperAdmin = async (strapi: AdminStrapi): Promise<AdminUser> => {
  const role: { id: number } = await strapi.service('admin::role').getSuperAdmin();
  return createUser(strapi, role.id);
};

/** A user of the admin panel with the given permissions and no others. */
export const createUserWith = async (
  strapi: AdminStrapi,
  permissions: readonly Permission[],
): Promise<AdminUser> => {
  counter += 1;
  const role: { id: number } = await strapi.service('admin::role').create({ name: `Role ${counter}` });
  await strapi.service('admin::role').assignPermissions(role.id, permissions);
  return createUser(strapi, role.id);
};

/** All actions of the content manager on the types, under one condition. */
export const contentPermissions = (
  strapi: Pick<Core.Strapi, 'contentType'>,
  subjects: readonly string[],
  conditions: string[] = [],
): Permission[] =>
  subjects.flatMap((subject) => {
    const fields = Object.keys(strapi.contentType(subject as never)['attributes'] as object).filter(
      (name) =>
        ![
          'createdAt',
          'updatedAt',
          'publishedAt',
          'createdBy',
          'updatedBy',
          'locale',
          'localizations',
          'uniqueKey',
        ].includes(name),
    );
    const hasDrafts = Boolean(
      (strapi.contentType(subject as never) as { options?: { draftAndPublish?: boolean } }).options
        ?.draftAndPublish,
    );
    return ['create', 'read', 'update', 'delete', ...(hasDrafts ? ['publish'] : [])].map((name) => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject,
      conditions,
      ...(['create', 'read', 'update'].includes(name) ? { properties: { fields } } : {}),
    }));
  });
