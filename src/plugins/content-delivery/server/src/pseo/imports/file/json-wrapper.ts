import { ImportProblem } from '../problem';

/** A list of rows in a file that is one object. */
export interface WrappedList {
  /** Where the list begins in the text. */
  at: number;
  /** The names that lead to it, the innermost first. */
  path: string[];
}

/** Objects in each other in which a list is looked for, beside the one around all. */
export const MAX_DEPTH = 4;

interface Found {
  lists: WrappedList[];
  /** Some value is a text, a number, true, false or null. */
  hasPlain: boolean;
  /** After the object; null when it goes on after the text. */
  end: number | null;
}

/**
 * The list of objects for whose sake a file of one object was written, as many services do: `{"data": [{…}, …]}`.
 * @param text the beginning of the file
 * @param isWhole whether that is all of it
 * @returns null for a file whose entries stand by themselves
 * @throws ImportProblem for an object with several lists, or with no rows at all
 */
export const wrappedList = (text: string, isWhole: boolean): WrappedList | null => {
  const begin = skipSpaces(text, 0);
  if (text[begin] !== '{') return null;
  const { lists, hasPlain, end } = objectAt(text, begin, []);
  // One object after the other.
  if (end !== null && skipSpaces(text, end) < text.length) return null;
  if (end === null && (isWhole || lists.length === 0)) return null;
  if (lists.length > 1) {
    throw new ImportProblem(
      `The file is one object with several lists of rows: ${lists.map(({ path }) => `"${path.join('" in "')}"`).join(', ')}. Save the list that is meant as a file of its own.`,
    );
  }
  if (lists.length === 0 && !hasPlain && end !== null && end - begin > 2) {
    throw new ImportProblem(
      'The file is one object of lists and objects, and none of them is a list of rows. Rows are written as a list of objects: [{"city": "Berlin"}].',
    );
  }
  return lists[0] ?? null;
};

const skipSpaces = (text: string, at: number): number => {
  while (' \n\r\t'.includes(text[at] ?? 'x')) at += 1;
  return at;
};

/** After a text in quotation marks; null where it goes on after the end. */
const endOfString = (text: string, at: number): number | null => {
  for (at += 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return null;
};

/** After a value; null where it goes on after the end. */
const endOfValue = (text: string, at: number): number | null => {
  let depth = 0;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === '"') {
      const end = endOfString(text, at);
      if (end === null) return null;
      at = end;
    } else if (char === '{' || char === '[') {
      depth += 1;
      at += 1;
    } else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
    } else if (depth === 0 && (char === ',' || ' \n\r\t'.includes(char))) return at;
    else {
      at += 1;
      continue;
    }
    if (depth === 0) return at;
  }
  return null;
};

const objectAt = (text: string, begin: number, path: readonly string[]): Found => {
  const found: Found = { lists: [], hasPlain: false, end: null };
  for (let at = skipSpaces(text, begin + 1); at < text.length; at = skipSpaces(text, at + 1)) {
    if (text[at] === '}') return { ...found, end: at + 1 };
    // What is not right is told by who reads the entries.
    const endOfName = text[at] === '"' ? endOfString(text, at) : null;
    if (endOfName === null) return found;
    const names = [text.slice(at + 1, endOfName - 1).slice(0, 100), ...path];
    at = skipSpaces(text, endOfName);
    if (text[at] !== ':') return found;
    at = skipSpaces(text, at + 1);
    let end: number | null;
    if (text[at] === '{' && path.length < MAX_DEPTH) {
      const inner = objectAt(text, at, names);
      found.lists.push(...inner.lists);
      ({ end } = inner);
    } else {
      if (text[at] === '[' && text[skipSpaces(text, at + 1)] === '{') found.lists.push({ at, path: names });
      else if (text[at] !== '[' && text[at] !== '{') found.hasPlain = true;
      end = endOfValue(text, at);
    }
    if (end === null) return found;
    at = skipSpaces(text, end);
    if (text[at] === '}') return { ...found, end: at + 1 };
    if (text[at] !== ',') return found;
  }
  return found;
};
