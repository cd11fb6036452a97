/** Texts by which people and programs say that there is nothing, in small letters. `NA` alone is a country. */
const NOTHING = new Set([
  ...['null', '(null)', '<null>', '[null]', '\\n', 'nil', 'none', '(none)', 'undefined', 'nan'],
  ...['n/a', '#n/a', '<na>', '#n/v'],
  ...[
    '-',
    '--',
    '---',
    '–',
    '—',
    '―',
    '−',
    '…',
    '...',
    '.',
    '?',
    '??',
    '???',
    '(blank)',
    '(empty)',
    '(leer)',
  ],
  ...['n.a.', 'n. a.', 'n.a', 'k.a.', 'k. a.', 'not available', 'not applicable', 'no data', 'keine angabe'],
  ...['#nv', '#n/d', '#i/t', 'nat', 'tbd', '""', "''", '[]', '{}', '[object object]'],
]);
/** An error of a spreadsheet, in whatever language: `#WERT!`, `#¡VALOR!`, `#NOMBRE?`. */
const ERROR_OF_CELL = /^#¡?\p{L}[\p{L}/0]{1,14}[!?]$|^#(?:div\/0|getting_data)$/u;

/** Texts that say no, and are true where a template asks whether there is one. */
const NO = new Set([
  ...[
    'false',
    'no',
    'n',
    'f',
    'off',
    'falsch',
    'nein',
    'faux',
    'non',
    'falso',
    'onwaar',
    'nee',
    'nej',
    'nei',
  ],
  ...['não', 'nao', 'нет', 'ложь', 'いいえ', '否', '✗', '✘', '✕', '❌', '☐'],
]);
/** Nothing, in numbers: `0`, `0.0`, `-0`, `0 %`. One with a comma could not be named to `--empty`. */
const ZERO = /^[-+]?0(?:\.0+)?(?: ?%)?$/;

/** Characters of the longest of them. */
const MAX_LENGTH = 16;

/** What a text means beside what it says; null for nothing else. */
export const meantBy = (cell: string): 'nothing' | 'no' | null => {
  const text = cell.length > 100 ? '' : cell.trim().toLowerCase();
  if (text === '' || text.length > MAX_LENGTH) return null;
  // What is not a number is written so by programs; Nan is a name.
  if (text === 'nan') return /^\s*(?:NaN|nan)\s*$/.test(cell) ? 'nothing' : null;
  if (NOTHING.has(text) || ERROR_OF_CELL.test(text)) return 'nothing';
  return NO.has(text) || ZERO.test(text) ? 'no' : null;
};

const QUOTES =
  /^(?:[“„‟][^“”„‟]*[“”‟]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|‘[^‘’]*’|‚[^‘’]*[‘’]|'[^']*'|`[^`]*`|".*")$/s;

/** A text that begins and ends with quotation marks of whatever kind, as if these held a cell together. */
export const isInQuotes = (cell: string): boolean => cell.trim().length > 1 && QUOTES.test(cell.trim());
