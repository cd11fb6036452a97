import { setImmediate } from 'node:timers/promises';
import { errors } from '@strapi/utils';

/** Levels of lists and objects in one another. Content has a dozen; what walks through it calls itself for each. */
export const MAX_DEPTH = 100;
/** Members and elements altogether: the cost of parsing depends on these, not on bytes. */
export const MAX_VALUES = 500_000;

/** Bytes that are looked at in one go. */
const SLICE = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const OPENING_OBJECT = 0x7b;
const CLOSING_LIST = 0x5d;
const CLOSING_OBJECT = 0x7d;

/**
 * Looks at a JSON text before it is parsed: `JSON.parse` takes seconds for megabytes of brackets, and nothing else is
 * done meanwhile. Whether the text is JSON at all is for the parser to say.
 * @throws ValidationError for one that is nested too deeply or has too many values
 */
export const checkJsonShape = async (bytes: Buffer): Promise<void> => {
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let begin = 0; begin < bytes.length; begin += SLICE) {
    if (begin > 0) await setImmediate();
    const end = Math.min(begin + SLICE, bytes.length);
    // A byte of these values is never a part of another character in UTF-8.
    for (let at = begin; at < end; at += 1) {
      const byte = bytes[at];
      if (isInText) {
        if (byte === QUOTE && !isEscaped(bytes, at)) isInText = false;
        continue;
      }
      if (byte === QUOTE) isInText = true;
      else if (byte === COMMA) values += 1;
      else if (byte === OPENING_LIST || byte === OPENING_OBJECT) {
        depth += 1;
        values += 1;
        if (depth > MAX_DEPTH) throw tooDeep();
      } else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) depth -= 1;
    }
    if (values > MAX_VALUES) throw tooMany();
  }
};

/** Preceded by an odd number of backslashes. */
const isEscaped = (bytes: Buffer, at: number): boolean => {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
};

const tooDeep = () =>
  new errors.ValidationError(
    `The body has lists and objects in one another, more than ${MAX_DEPTH} levels deep.`,
  );
const tooMany = () =>
  new errors.ValidationError(
    `The body has more than ${MAX_VALUES.toLocaleString('en')} values. Send it in several requests.`,
  );
