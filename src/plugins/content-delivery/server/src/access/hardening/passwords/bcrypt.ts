import { createRequire } from 'node:module';

/** What Strapi uses of the package, which comes without types. */
export interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
  hash(password: string, rounds: number): Promise<string>;
}

/** The one copy that Strapi's admin module and users-permissions have too. */
export const bcrypt = createRequire(__filename)('bcryptjs') as Bcrypt;

/** A hash of the cost of Strapi's accounts that no password belongs to: the salt and the hash are both dots. */
export const DECOY_HASH = `$2a$10$${'.'.repeat(53)}`;
