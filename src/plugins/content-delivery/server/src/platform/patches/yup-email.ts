import { yup } from '@strapi/utils';
import { otherVersion } from './replace';

const BEYOND_ASCII = '\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF';
const ATOM = `[a-z\\d!#$%&'*+/=?^_\`{|}~${BEYOND_ASCII}-]+`;
const LETTER = `[a-z${BEYOND_ASCII}]`;
const END = `[a-z\\d${BEYOND_ASCII}]`;
const MIDDLE = `[a-z\\d_~${BEYOND_ASCII}-]`;

/** What yup takes for an e-mail address, but for quotation marks in front and empty labels. */
const EMAIL = new RegExp(
  `^${ATOM}(?:\\.${ATOM})*@(?:${END}(?:${MIDDLE}*${END})?\\.)+${LETTER}(?:${MIDDLE}*${LETTER})?$`,
  'i',
);

/**
 * Changes yup's pattern of e-mail addresses, read at yup 0.32.9: a dot ends a label in it, and may be in one as well, so a text that is almost an
 * address takes twice as long with each label. One of 200 characters keeps the server busy for ever, and Strapi asks it of what
 * anybody sends who has forgotten a password. (yup 1 has another pattern.)
 *
 * Schemas have it from the moment at which their modules were loaded, before any plugin: so the one object is searched with in another way.
 */
export const boundEmailPattern = (): void => {
  const [test] = yup.string().email().describe().tests;
  const pattern: unknown = test?.params?.['regex'];
  if (!(pattern instanceof RegExp)) throw otherVersion("The pattern of yup's email()", 'yup 0.32.9');
  Object.defineProperty(pattern, Symbol.search, {
    value: (text: string): number => (EMAIL.test(text) ? 0 : -1),
    configurable: true,
  });
  if (yup.string().email().isValidSync('a@b..example.com'))
    throw otherVersion("What yup's email() does with its pattern", 'yup 0.32.9');
};
