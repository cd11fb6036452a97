import { randomBytes } from 'node:crypto';
import { maskPattern, maskSecret } from '../../platform/mask';

/** Tells a leaked key's origin to people and to secret scanners. */
const API_KEY_PREFIX = 'cdk_';

/** A new key: 256 random bits after the prefix. */
export const generateApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** What is stored and shown in place of a key. A short key, brought from elsewhere, shows nothing of itself. */
export const maskApiKey = (key: string): string => maskSecret(key, API_KEY_PREFIX);

const MASK = maskPattern(API_KEY_PREFIX);

export const isMask = (value: string): boolean => MASK.test(value);

/** Characters that replace the dot of a mask where it was typed, or copied through something that replaces it. */
const LOOK_ALIKES = '•·∙⋅‧●⚫⬤◦○⦁・᛫';
const DOT_RUN = new RegExp(`[${LOOK_ALIKES}]{3,}`, 'u');
/** What of a mask may follow its dots. */
const VISIBLE_TAIL = 4;
const SIGN_RUN = new RegExp(`^(?:${API_KEY_PREFIX})?[*.]{4,}.{0,${VISIBLE_TAIL + 1}}$`, 'isu');
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;

/**
 * True for a mask, and for the rest of one that an editor has changed, so that no such text becomes a key: whatever
 * has a dot of the mask, or a row of signs that look like it.
 */
export const resemblesMask = (value: string): boolean => {
  // Longer than any key: normalizing takes a time that grows with the square of a row of marks.
  const plain = value
    .slice(0, 4 * MAX_LENGTH)
    .normalize('NFKC')
    .replace(UNSEEN, '');
  return plain.includes('•') || DOT_RUN.test(plain) || SIGN_RUN.test(plain);
};

/** What a key that people enter has at least; what its column and the routes take at most. */
const MIN_ENTERED_LENGTH = 16;
const MAX_LENGTH = 255;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Why this must not be entered as a key, in words for an editor; null for a valid key. */
export const enteredKeyProblem = (key: string): string | null => {
  if (resemblesMask(key)) {
    return 'This is the mask of an API key, or a part of one, and no key. Enter the key itself.';
  }
  if (key !== key.trim()) return 'An API key does not begin or end with a space.';
  if (!PRINTABLE.test(key)) {
    return 'An API key has Latin letters, digits and signs of a usual keyboard, and nothing else.';
  }
  if (key.length < MIN_ENTERED_LENGTH) {
    return `An API key has at least ${MIN_ENTERED_LENGTH} characters, so that it is hard to guess.`;
  }
  return key.length > MAX_LENGTH ? `An API key has at most ${MAX_LENGTH} characters.` : null;
};
