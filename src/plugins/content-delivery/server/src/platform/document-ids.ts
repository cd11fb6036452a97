import { randomBytes } from 'node:crypto';

const DOCUMENT_ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LETTERS = 26;

/**
 * An id of the form that Strapi gives its documents, for rows that are inserted without it. It begins with a
 * letter: where a relation is given by an id alone, Strapi takes one that begins with a digit for a row number.
 */
export const newDocumentId = (): string =>
  Array.from(
    randomBytes(24),
    (byte, place) => DOCUMENT_ID_ALPHABET[place === 0 ? byte % LETTERS : byte & 31],
  ).join('');

/** False for what no id can be; PostgreSQL does not take every character in a question either. */
export const isId = (value: string): boolean => /^[\w-]+$/.test(value);
