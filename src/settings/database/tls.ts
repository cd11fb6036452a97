import { readFileSync } from 'node:fs';
import type { Core } from '@strapi/strapi';
import { textIn } from '../environment/texts';

type Env = Core.Config.Shared.ConfigParams['env'];

/** @throws Error for anything but true and false: a slip here would leave out what was asked for */
const flag = (env: Env, name: string, fallback: boolean): boolean => {
  const value = textIn(env, name, String(fallback));
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`${name} is "${value}"; it must be true or false.`);
};

/** A certificate or key: as text in the variable itself, or the file that it names. */
const pem = (env: Env, name: string): string | undefined => {
  const value = env(name, '').trim();
  if (value === '' || value.includes('-----BEGIN')) return value || undefined;
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    // Not its value, which may be a mangled key.
    throw new Error(
      `${name} is neither a text that begins with -----BEGIN nor a file that can be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
};

/** How the connection to the database is encrypted; false for not at all. @throws Error that names the variable */
export const tlsOf = (env: Env) =>
  flag(env, 'DATABASE_SSL', false) && {
    key: pem(env, 'DATABASE_SSL_KEY'),
    cert: pem(env, 'DATABASE_SSL_CERT'),
    ca: pem(env, 'DATABASE_SSL_CA'),
    ciphers: env('DATABASE_SSL_CIPHER', '') || undefined,
    rejectUnauthorized: flag(env, 'DATABASE_SSL_REJECT_UNAUTHORIZED', true),
  };
