import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/strapi';

export interface Login {
  email: string;
  password: string;
}

interface UserService {
  exists(): Promise<boolean>;
  create(
    user: Login & { firstname: string; lastname: string; isActive: boolean; roles: number[] },
  ): Promise<unknown>;
}
interface RoleService {
  getSuperAdmin(): Promise<{ id: number }>;
}

/**
 * The login of the demo's administrator. Made once; kept in a file that only its owner can read, so that
 * the next start can print it again.
 * @returns null when another administrator is registered
 */
export const demoLogin = async (strapi: Core.Strapi, file: string): Promise<Login | null> => {
  const users = strapi.service('admin::user') as unknown as UserService;
  if (await users.exists())
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Login) : null;

  const roles = strapi.service('admin::role') as unknown as RoleService;
  // Strapi asks for upper and lower case letters and a digit.
  const login = { email: 'admin@example.com', password: `Demo-${randomBytes(9).toString('base64url')}-1a` };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(login), { mode: 0o600 });
  await users.create({
    ...login,
    firstname: 'Demo',
    lastname: 'Admin',
    isActive: true,
    roles: [(await roles.getSuperAdmin()).id],
  });
  return login;
};
