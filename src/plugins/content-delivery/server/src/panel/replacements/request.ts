import {
  MAX_POSTS,
  MAX_SEARCH,
  REPLACED_FIELDS,
  type NewReplacement,
  type ReplacedField,
  type ReplaceScope,
} from '../../../../contracts/replacements';
import { fieldError } from '../../platform/field-errors';
import { asObject, type Input } from '../../platform/input';
import { rowCursorIn } from '../row-cursor';

/** What no text has that people write, or that could not be stored as it is. */
const UNUSABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/u;
const MAX_WEBSITES = 500;
const MAX_SKIPPED = 10_000;
const KEY = /^(?:draft|live)\.[a-zA-Z]{1,20}\.\d{1,7}$/;
const ID = /^[\w-]{1,64}$/;

const textIn = (input: Input, field: 'search' | 'replace'): string => {
  const value = input[field];
  if (typeof value !== 'string') throw fieldError(field, `"${field}" must be a text.`);
  if (value.length > MAX_SEARCH) throw fieldError(field, `Use at most ${MAX_SEARCH} characters.`);
  if (UNUSABLE.test(value)) throw fieldError(field, 'This has characters that no text can have.');
  return value;
};

const flagIn = (input: Input, field: string): boolean => {
  const value = input[field] ?? false;
  if (typeof value !== 'boolean') throw fieldError(field, `"${field}" must be true or false.`);
  return value;
};

const listIn = (input: Input, field: string, most: number): unknown[] => {
  const value = input[field];
  if (!Array.isArray(value)) throw fieldError(field, `"${field}" must be a list.`);
  if (value.length > most) throw fieldError(field, `"${field}" must have at most ${most} entries.`);
  return value;
};

const idsIn = (value: unknown, field: string): string => {
  if (typeof value === 'string' && ID.test(value)) return value;
  throw fieldError(field, `"${field}" has something that is no id.`);
};

export const scopeIn = (body: unknown): ReplaceScope => {
  const input = asObject(body, 'body');
  const search = textIn(input, 'search');
  if (search === '') throw fieldError('search', 'Say what to look for.');
  const replace = textIn(input, 'replace');
  if (search === replace) throw fieldError('replace', 'The replacement is what is looked for.');
  const fields = listIn(input, 'fields', REPLACED_FIELDS.length);
  if (fields.length === 0) throw fieldError('fields', 'Choose where to look.');
  if (!fields.every((field) => REPLACED_FIELDS.includes(field as ReplacedField))) {
    throw fieldError('fields', `"fields" must be some of ${REPLACED_FIELDS.join(', ')}.`);
  }
  const websites = listIn(input, 'websites', MAX_WEBSITES).map((one) => idsIn(one, 'websites'));
  if (websites.length === 0) throw fieldError('websites', 'Choose a website.');
  return {
    search,
    replace,
    matchCase: flagIn(input, 'matchCase'),
    wholeWords: flagIn(input, 'wholeWords'),
    fields: [...new Set(fields as ReplacedField[])],
    websites: [...new Set(websites)],
    live: flagIn(input, 'live'),
  };
};

/** @returns the number of the row after which to go on */
export const afterIn = (body: unknown): number => rowCursorIn(asObject(body, 'body'), 'after') ?? 0;

export const postsIn = (body: unknown): NewReplacement['posts'] => {
  const seen = new Set<string>();
  const posts = listIn(asObject(body, 'body'), 'posts', MAX_POSTS).map((one) => {
    const input = asObject(one, 'posts');
    const documentId = idsIn(input['documentId'], 'posts');
    const { version } = input;
    if (typeof version !== 'string' || !/^\d{1,16}\.\d{1,16}$/.test(version)) {
      throw fieldError('posts', 'A post is named with the version that was searched.');
    }
    const skip = listIn(input, 'skip', MAX_SKIPPED).map((key) => {
      if (typeof key === 'string' && KEY.test(key)) return key;
      throw fieldError('posts', '"skip" has something that is no place.');
    });
    return { documentId, version, skip };
  });
  if (posts.length === 0) throw fieldError('posts', 'Choose a post.');
  return posts.filter(({ documentId }) => !seen.has(documentId) && seen.add(documentId));
};
