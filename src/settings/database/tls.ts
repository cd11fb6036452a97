import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { flagIn, textIn } from '../environment/texts';
import type { Env, Variable } from '../environment/variables';
import type { DatabaseAddress } from './address';

/** What one place says about the encryption of the connection. */
interface Wish {
  isEncrypted: boolean;
  /** Whether the server's certificate is checked, where this is said. */
  isVerified?: boolean;
  /** Whether the certificate has to be the one of this host, which MariaDB's driver checks only when it is asked to. */
  isOfHost?: boolean;
  /** How it is named in an error: `DATABASE_SSL=true`, or `sslmode=require in DATABASE_URL`. */
  name: string;
}

/**
 * Names of modes as PostgreSQL and MySQL have them. Their milder ones ("prefer", "allow", "require" without a check) let
 * whoever stands between read along, so each of them encrypts and checks here.
 */
const MODES: Record<string, Omit<Wish, 'name'>> = {
  disable: { isEncrypted: false },
  disabled: { isEncrypted: false },
  allow: { isEncrypted: true },
  prefer: { isEncrypted: true },
  preferred: { isEncrypted: true },
  require: { isEncrypted: true },
  required: { isEncrypted: true },
  'verify-ca': { isEncrypted: true, isVerified: true },
  verify_ca: { isEncrypted: true, isVerified: true },
  'verify-full': { isEncrypted: true, isVerified: true, isOfHost: true },
  verify_identity: { isEncrypted: true, isVerified: true, isOfHost: true },
  'no-verify': { isEncrypted: true, isVerified: false },
  // Of `ssl`, which is a switch with this one name of a mode.
  true: { isEncrypted: true },
  1: { isEncrypted: true },
  false: { isEncrypted: false },
  0: { isEncrypted: false },
};
const MODE_PARAMETERS = ['ssl', 'sslmode', 'ssl-mode'];
const FILE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];

const contradiction = (one: string, other: string): Error =>
  new Error(`${one} and ${other} contradict each other. Take one of them away.`);

const wishesOf = (env: Env, parameters: ReadonlyMap<string, string>): Wish[] => {
  const ofUrl = MODE_PARAMETERS.flatMap((parameter) => {
    const value = parameters.get(parameter);
    if (value === undefined) return [];
    const mode = value.toLowerCase();
    const wish = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined;
    if (!wish) {
      throw new Error(
        `DATABASE_URL has ${parameter}=${value}, which is no mode of encryption: use disable, require, verify-full or no-verify.`,
      );
    }
    return [{ ...wish, name: `${parameter}=${value} in DATABASE_URL` }];
  });
  // As the driver of PostgreSQL has it: who names a certificate wants it used.
  const ofFiles = FILE_PARAMETERS.filter((parameter) => parameters.has(parameter)).map((parameter) => ({
    isEncrypted: true,
    name: `${parameter} in DATABASE_URL`,
  }));
  const flag = flagIn(env, 'DATABASE_SSL', undefined);
  const ofVariable = flag === undefined ? [] : [{ isEncrypted: flag, name: `DATABASE_SSL=${flag}` }];
  return [...ofUrl, ...ofFiles, ...ofVariable];
};

/** A certificate or key: as text in the variable itself, or the file that it names. */
const pem = (value: string, name: string): string | undefined => {
  // Where lines cannot be broken, as in files of Docker, \n stands for that.
  if (value === '' || value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n') || undefined;
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    // Not its value, which may be a mangled key.
    throw new Error(
      `${name} is neither a text that begins with -----BEGIN nor a file that can be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
};

/** From the variable, or from the address, where it is the name of a file. */
const pemOf = (
  env: Env,
  name: Variable,
  parameters: ReadonlyMap<string, string>,
  parameter: string,
): string | undefined => {
  const own = textIn(env, name, '');
  const ofUrl = parameters.get(parameter) ?? '';
  if (own !== '' && ofUrl !== '' && own !== ofUrl) throw contradiction(`${parameter} in DATABASE_URL`, name);
  return own === '' ? pem(ofUrl, `${parameter} in DATABASE_URL`) : pem(own, name);
};

/**
 * How the connection to the database is encrypted; false for not at all. The address and the variables are one source: what
 * only one of them says holds.
 * @throws Error that names what is wrong, and both where two places contradict each other
 */
export const tlsOf = (env: Env, { host, parameters }: DatabaseAddress) => {
  const wishes = wishesOf(env, parameters);
  const [first] = wishes;
  const other = first && wishes.find(({ isEncrypted }) => isEncrypted !== first.isEncrypted);
  if (first && other) throw contradiction(first.name, other.name);
  // PostgreSQL's name for the authorities that the machine trusts anyway, which is the default here.
  const named = new Map(
    [...parameters].filter(([name, value]) => name !== 'sslrootcert' || value !== 'system'),
  );
  const ca = pemOf(env, 'DATABASE_SSL_CA', named, 'sslrootcert');
  const key = pemOf(env, 'DATABASE_SSL_KEY', named, 'sslkey');
  const cert = pemOf(env, 'DATABASE_SSL_CERT', named, 'sslcert');
  const isVerified = flagIn(env, 'DATABASE_SSL_REJECT_UNAUTHORIZED', undefined);
  if (first?.isEncrypted !== true) return false;

  const judgements = [
    ...wishes,
    ...(isVerified === undefined
      ? []
      : [{ isVerified, name: `DATABASE_SSL_REJECT_UNAUTHORIZED=${isVerified}` }]),
  ].filter((wish) => wish.isVerified !== undefined);
  const unverified = judgements.find((wish) => !wish.isVerified);
  const verified = judgements.find((wish) => wish.isVerified);
  if (unverified && verified) throw contradiction(unverified.name, verified.name);
  if (unverified && ca !== undefined && isVerified === undefined)
    throw contradiction(unverified.name, 'the certificate of an authority (DATABASE_SSL_CA)');
  return {
    key,
    cert,
    ca,
    ciphers: textIn(env, 'DATABASE_SSL_CIPHER', '') || undefined,
    rejectUnauthorized: unverified === undefined,
    verifyIdentity: wishes.some(({ isOfHost }) => isOfHost),
    // PostgreSQL's driver hands over names only, and an IP address would be compared with "localhost".
    ...(isIP(host) > 0 && { host }),
  };
};

/** What was prepared for an encryption that nothing turns on. */
export const tlsWarnings = (env: Env, { parameters }: DatabaseAddress): string[] => {
  if (wishesOf(env, parameters)[0]?.isEncrypted === true) return [];
  const names = ['DATABASE_SSL_CA', 'DATABASE_SSL_REJECT_UNAUTHORIZED'] as const;
  const useless = names.find((name) => !['', 'false'].includes(textIn(env, name, '').toLowerCase()));
  return useless
    ? [
        `${useless} is set, but the connection to the database is not encrypted. Set DATABASE_SSL=true to encrypt it.`,
      ]
    : [];
};
