/** Pure checks of single values. Each returns what is wrong, in words for an editor, or null. */

const HTTP_URL = /^https?:\/\//i;
// Browsers drop tabs and line breaks from addresses, so they could hide what an address really is.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

const isHttpUrl = (value: string): boolean =>
  HTTP_URL.test(value) && !CONTROL.test(value) && URL.canParse(value);

/** A path on the same site. `//host` and `/\host` would lead browsers to another one. */
const isSitePath = (value: string): boolean => /^\/(?![/\\])/.test(value) && !CONTROL.test(value);

export const linkTargetProblem = (value: string): string | null =>
  isSitePath(value) || isHttpUrl(value)
    ? null
    : 'A link leads to a path on the website, such as /pricing, or to an address that starts with http:// or https://.';

export const webAddressProblem = (value: string): string | null =>
  isHttpUrl(value) ? null : 'This must be a full web address that starts with http:// or https://.';

/** A language as web pages name it, by BCP 47, in its usual spelling: `pt-br` is `pt-BR`. Null for what is none. */
export const languageTag = (value: string): string | null => {
  try {
    return Intl.getCanonicalLocales(value.trim())[0] ?? null;
  } catch {
    return null;
  }
};

/** Names of variables with their texts, and nothing else. */
export const variablesProblem = (value: unknown): string | null => {
  if (!isRecord(value)) {
    return 'Variables are written as names with texts: {"city": "Berlin"}.';
  }
  const wrong = Object.entries(value).find(([, text]) => typeof text !== 'string');
  return wrong ? `The variable "${wrong[0]}" must be a text in quotation marks.` : null;
};

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const LONE_SURROGATE = /\p{Surrogate}/u;

/** What not every database can store. */
export const unstorableProblem = (text: string): string | null => {
  if (text.includes('\0')) return 'The text contains a NUL character, which cannot be stored. Remove it.';
  return LONE_SURROGATE.test(text)
    ? 'The text contains half of a character, which cannot be stored. Remove it.'
    : null;
};

const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** A text without what not every database can store. Where a text was cut, that may be half of its last character. */
export const storable = (text: string): string => text.replace(UNSTORABLE, '');

/** An address that paths can be put after. */
export const isBaseAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/\\?#@]+(?:\/[^\s\\?#]*)?$/i.test(text) && URL.canParse(text);

/** An address or a path without slashes at its end. */
export const withoutTrailingSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

/** A part of an address without its percent-encoding; as it is where it cannot be decoded: not everything with a % is encoded. */
export const percentDecoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** True for what JSON calls an object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
