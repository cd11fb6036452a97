const DOTS = '••••••••';
const VISIBLE_TAIL = 4;
const MIN_LENGTH_WITH_TAIL = 16;

/** What is stored and shown in place of a secret. A short one shows nothing of itself. */
export const maskSecret = (secret: string, prefix: string): string => {
  const characters = [...secret];
  const tail = characters.length >= MIN_LENGTH_WITH_TAIL ? characters.slice(-VISIBLE_TAIL).join('') : '';
  return `${secret.startsWith(prefix) ? prefix : ''}${DOTS}${tail}`;
};

/** Tells masks of secrets that may begin with this prefix. */
export const maskPattern = (prefix: string): RegExp =>
  new RegExp(`^(${prefix})?${DOTS}(.{${VISIBLE_TAIL}})?$`, 'su');
