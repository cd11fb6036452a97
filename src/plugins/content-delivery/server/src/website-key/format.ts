import { randomBytes } from 'node:crypto';

/** Tells a leaked key's origin to people and to secret scanners. */
export const API_KEY_PREFIX = 'cdk_';

const DOTS = '••••••••';
const VISIBLE_TAIL = 4;
const SHORTEST_WITH_TAIL = 16;

/** A new key: 256 random bits behind the prefix. */
export const generateApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** What is stored and shown in place of a key. A short key, brought from elsewhere, shows nothing of itself. */
export const maskApiKey = (key: string): string => {
  const prefix = key.startsWith(API_KEY_PREFIX) ? API_KEY_PREFIX : '';
  const characters = [...key];
  const tail = characters.length >= SHORTEST_WITH_TAIL ? characters.slice(-VISIBLE_TAIL).join('') : '';
  return `${prefix}${DOTS}${tail}`;
};

const MASK = new RegExp(`^(${API_KEY_PREFIX})?${DOTS}(.{${VISIBLE_TAIL}})?$`, 'su');

export const isMask = (value: string): boolean => MASK.test(value);
