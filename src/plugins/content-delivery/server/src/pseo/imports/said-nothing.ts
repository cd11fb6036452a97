/** Texts by which people and programs say that there is nothing, in small letters. `NA` alone is a country. */
const NOTHING = new Set([
  ...['null', '(null)', '<null>', '[null]', '\\n', 'nil', 'none', '(none)', 'undefined', 'nan'],
  ...[
    'n/a',
    '#n/a',
    '<na>',
    '#value!',
    '#ref!',
    '#div/0!',
    '#name?',
    '#num!',
    '#null!',
    '#error!',
    '#n/v',
    '#wert!',
    '#bezug!',
  ],
  ...['-', '--', '---', '–', '—', '(blank)', '(empty)'],
]);

/** Texts that say no, and are true where a template asks whether there is one. */
const NO = new Set(['false', 'no', 'n', 'off', '0', '0.0']);

/** The longest of them. */
const LONGEST = 12;

/** What a text means beside what it says; null for nothing else. */
export const meantBy = (cell: string): 'nothing' | 'no' | null => {
  const text = cell.length > 100 ? '' : cell.trim().toLowerCase();
  if (text === '' || text.length > LONGEST) return null;
  // What is not a number is written so by programs; Nan is a name.
  if (text === 'nan') return /^\s*(?:NaN|nan)\s*$/.test(cell) ? 'nothing' : null;
  if (NOTHING.has(text)) return 'nothing';
  return NO.has(text) ? 'no' : null;
};

/** A text that begins and ends with curly quotation marks, as if these held a cell together. */
export const isInCurlyQuotes = (cell: string): boolean => /^\s*[“„‟][^“”„‟]*[“”‟]\s*$/.test(cell);
