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
  const tail = key.length >= SHORTEST_WITH_TAIL ? key.slice(-VISIBLE_TAIL) : '';
  return `${prefix}${DOTS}${tail}`;
};

export const isMask = (value: string): boolean => value.includes(DOTS);
