import { randomBytes } from 'node:crypto';
import { maskPattern, maskSecret } from '../../platform/mask';

/** As Standard Webhooks has it; secret scanners know it. */
const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PRINTABLE = /^[\x21-\x7e]*$/;
const MAX_LENGTH = 255;
const MASK = maskPattern(PREFIX);

/** A new secret: 256 random bits after the prefix. */
export const generateSecret = (): string => PREFIX + randomBytes(32).toString('base64');

export const maskOf = (secret: string): string => maskSecret(secret, PREFIX);

export const isMask = (value: string): boolean => MASK.test(value);

/** Why this cannot be a secret, in words for people; null for one that can. */
export const secretProblem = (secret: string): string | null => {
  if (secret.includes('•')) return 'This is the mask of a secret, or a part of one. Enter the secret itself.';
  if (!PRINTABLE.test(secret))
    return 'A secret has letters, digits and signs of a usual keyboard, and no spaces.';
  return secret.length > MAX_LENGTH ? `A secret has at most ${MAX_LENGTH} characters.` : null;
};

/**
 * What is signed with: the bytes that the base64 after the prefix stands for, as the libraries of Standard Webhooks take it;
 * a secret from elsewhere that is no base64 as it is written.
 */
export const keyOf = (secret: string): Buffer => {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return text !== '' && BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.from(secret, 'utf8');
};
