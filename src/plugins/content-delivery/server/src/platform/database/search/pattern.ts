/** Accents and the like, as they follow their letter in a text that is taken apart (NFD). */
const MARKS = '[\u0300-\u036f]';
const MARK = new RegExp(MARKS);
const ALL_MARKS = new RegExp(MARKS, 'g');
/** Circled letters and Roman numbers have a case too. */
const LETTER = /^(?!\p{M})\p{Alphabetic}$/u;
const SYNTAX = /[\\^$.*+?()[\]{}|/]/;

const isOne = (text: string): boolean => [...text].length === 1;

/** What letters have in common that differ in case and accents only, in any script; `ſ` and `s`, `ς` and `σ` too. */
const foldedOf = (letter: string): string => {
  const bare = letter.normalize('NFD').replace(ALL_MARKS, '');
  const small = (isOne(bare) ? bare : letter).toLowerCase();
  const capital = small.toUpperCase();
  return isOne(capital) ? capital.toLowerCase() : small;
};

/** The letters by that. Those beyond the first 65,536 characters have a case at most. */
let letters: ReadonlyMap<string, readonly string[]> | null = null;
const lettersBy = (): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (let code = 0x41; code < 0x1_0000; code += 1) {
    const letter = String.fromCharCode(code);
    if (!LETTER.test(letter)) continue;
    const folded = foldedOf(letter);
    const known = found.get(folded);
    if (known) known.push(letter);
    else found.set(folded, [letter]);
  }
  return found;
};

const sourceOf = (character: string): string => {
  if (!LETTER.test(character)) return SYNTAX.test(character) ? `\\${character}` : character;
  letters ??= lettersBy();
  const folded = foldedOf(character);
  const same = new Set([...(letters.get(folded) ?? []), character, folded, folded.toUpperCase()]);
  return `[${[...same].filter(isOne).join('')}]${MARKS}*`;
};

/**
 * A pattern of SQL's `LIKE`, whose escape character is a backslash, as a regular expression in which case does not matter, in
 * any script, nor do accents. It means the same to JavaScript (flags `su`), PostgreSQL (`~`) and MariaDB (`REGEXP`).
 */
export const searchPatternOf = (like: string): string => {
  const characters = [...like];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const next = characters[at + 1];
    if (character === '\\' && next !== undefined) {
      parts.push(sourceOf(next));
      at += 1;
    } else if (character === '%') parts.push('.*');
    else if (character === '_') parts.push('.');
    // Behind a letter it is forgiven.
    else if (!MARK.test(character) || !parts.at(-1)?.endsWith(`${MARKS}*`)) parts.push(sourceOf(character));
  }
  // What may stand around it is not looked at.
  const isOpen = (part: string | undefined): boolean => part === '.*';
  const start = isOpen(parts[0]) ? '' : '^';
  if (start === '') parts.shift();
  const end = isOpen(parts.at(-1)) ? '' : '$';
  if (end === '') parts.pop();
  return `${start}${parts.join('')}${end}`;
};
