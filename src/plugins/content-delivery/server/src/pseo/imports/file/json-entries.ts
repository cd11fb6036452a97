import { ImportProblem } from '../problem';
import { createRestReader } from './json-rest';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-signs';
import { MAX_ROW } from './row';

/** The text of one entry and its number, from 1. */
export interface JsonEntry {
  text: string;
  number: number;
}

/** Far more than an entry has names. Parsing millions of them at once would stop everybody for seconds. */
const MAX_VALUES = 10_000;

/**
 * Cuts a JSON array, or JSON values one after the other (a line each, as in NDJSON), into its entries while it
 * arrives; no more than one entry is held. What an entry is worth `JSON.parse` says.
 * @param depth objects in each other that the array stands in
 * @throws ImportProblem for what is neither, for an entry that is too long, and for a second list in the object
 */
export async function* jsonEntries(
  texts: AsyncIterable<string>,
  { depth: objects }: { depth: number },
): AsyncGenerator<JsonEntry> {
  let isArray: boolean | null = null;
  let hasEnded = false;
  const rest = createRestReader(objects);
  let needsComma = false;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** What earlier pieces held of the entry that is being read; null between entries. */
  let held: string[] | null = null;
  let heldLength = 0;
  /** Values that the entry has so far, in each other or one after the other. */
  let values = 0;
  let number = 0;

  const finish = (piece: string): JsonEntry => {
    const text = held && held.length > 0 ? [...held, piece].join('') : piece;
    held = null;
    heldLength = 0;
    values = 0;
    needsComma = true;
    return { text, number: (number += 1) };
  };

  const refuseTooMany = (): void => {
    if (values <= MAX_VALUES) return;
    throw new ImportProblem(
      `Entry ${number + 1} has more than ${MAX_VALUES.toLocaleString('en')} values, in lists or objects. Each entry is written as names with texts: {"city": "Berlin"}.`,
    );
  };

  for await (const text of texts) {
    if (hasEnded && objects > 0) {
      rest.read(text, 0);
      continue;
    }
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (held !== null) {
        if (isString) {
          if (isEscaped) isEscaped = false;
          else if (code === BACKSLASH) isEscaped = true;
          else if (code === QUOTE) isString = false;
          if (isString || depth > 0) continue;
          yield finish(text.slice(from, at + 1));
          continue;
        }
        if (code === QUOTE) isString = true;
        else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
          depth += 1;
          values += 1;
          refuseTooMany();
        } else if (depth > 0) {
          if (code === COMMA) {
            values += 1;
            refuseTooMany();
          }
          if (code !== CLOSE_BRACE && code !== CLOSE_BRACKET) continue;
          depth -= 1;
          if (depth === 0) yield finish(text.slice(from, at + 1));
        } else if (isSpace(code) || code === COMMA || code === CLOSE_BRACKET) {
          // The end of a number or a word, which is outside of it.
          yield finish(text.slice(from, at));
          at -= 1;
        }
        continue;
      }
      if (isSpace(code)) continue;
      if (isArray === null && code === OPEN_BRACKET) {
        isArray = true;
        continue;
      }
      isArray ??= false;
      if (hasEnded) throw new ImportProblem('The file goes on after the end of its JSON array.');
      if (isArray && code === CLOSE_BRACKET) {
        hasEnded = true;
        if (objects === 0) continue;
        rest.read(text, at + 1);
        break;
      }
      if (isArray && code === COMMA && needsComma) {
        needsComma = false;
        continue;
      }
      if (code === COMMA || (isArray && needsComma)) {
        throw new ImportProblem(
          `The file is not right as JSON after entry ${number}: a comma is missing or too many.`,
        );
      }
      held = [];
      from = at;
      if (code === QUOTE) isString = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth = 1;
    }
    if (held === null) continue;
    const open: string[] = held;
    open.push(text.slice(from));
    heldLength += text.length - from;
    if (heldLength > MAX_ROW) {
      throw new ImportProblem(
        `Entry ${number + 1} is longer than ${MAX_ROW / 1024 / 1024} MB. A quotation mark or a bracket is probably not closed.`,
      );
    }
  }
  if (held !== null) {
    if (depth > 0 || isString || isArray)
      throw new ImportProblem(`The file ends in the middle of entry ${number + 1}.`);
    yield finish('');
  } else if (hasEnded) rest.end();
  else if (isArray) throw new ImportProblem('The file ends before its JSON array does.');
}
