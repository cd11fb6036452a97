/** In characters. What is short can be found out from a stolen database, whatever it is made of. */
export const MIN_PASSWORD_LENGTH = 12;
/** Shorter words are part of many others. */
const MIN_WORD_LENGTH = 4;
/** A password with fewer different characters is one that is typed without thinking. */
const MIN_DIFFERENT_CHARACTERS = 6;

/**
 * What is wrong with a password, beside what Strapi refuses itself (no lower-case letter, no upper-case letter, no
 * number, more than 72 bytes).
 * @param about what is known of the user: name, e-mail address
 * @returns null for one that may be used
 */
export const validatePassword = (password: string, about: readonly string[]): string | null => {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH) {
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters. Several words are easy to remember.`;
  }
  if (new Set(characters.map((one) => one.toLowerCase())).size < MIN_DIFFERENT_CHARACTERS) {
    return `The password must have at least ${MIN_DIFFERENT_CHARACTERS} different characters.`;
  }
  const lower = password.toLowerCase();
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  if (words.some((word) => [...word].length >= MIN_WORD_LENGTH && lower.includes(word))) {
    return 'The password must not contain your name or a part of your e-mail address.';
  }
  return null;
};
