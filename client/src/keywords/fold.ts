import { remembered, unitsOf, type Units } from './characters.js';

/**
 * A text as it is compared: what a reader takes for the same is the same in it. Letter case, the two ways to
 * write `é`, kinds of spaces and their number, curly apostrophes and hidden hyphens make no difference.
 */
export interface Folded extends Units {
  /**
   * For each character of the folded text, and for its end: where it begins in the original; -1 inside of what
   * belongs together, where no match may begin or end. Null when both texts run alike.
   */
  from: Int32Array | null;
}

/** Letter case of these languages begins to differ in ASCII: `I` and `ı`. */
const OWN_CASE = /^(?:tr|az|lt)(?:-|$)/i;
export const hasOwnCase = (locale: string | undefined): locale is string =>
  locale !== undefined && OWN_CASE.test(locale);

/** Not seen by readers. */
const HIDDEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** @returns a function that folds one text after another: what it has given is good until it is called again */
export const createFolder = (locale?: string): ((original: string) => Folded) => {
  const own = hasOwnCase(locale) ? locale : undefined;
  const foldUnit = unitFolder(own);
  let buffers = newBuffers(FEW);

  return (original) => {
    buffers = withRoom(buffers, 0, original.length + 1);
    let { codes, from } = buffers;
    let length = 0;
    let runsAlike = true;
    let at = 0;
    let code = codeAt(original, 0);
    while (at < original.length) {
      // ASCII, up to what may go together with what follows: most of most texts.
      while (code < ASCII_END && !own && at + 1 < original.length) {
        const following = original.charCodeAt(at + 1);
        const folded = LOWER[code] as number;
        if (following >= ASCII_END || (folded === SPACE && LOWER[following] === SPACE)) break;
        codes[length] = folded;
        from[length] = at;
        length += 1;
        at += 1;
        code = following;
      }
      const kind = kindOf(code);
      const units = unitsOf(code);
      const following = codeAt(original, at + units);
      const followingKind = kindOf(following);
      const isAlone = followingKind !== JOINS && !(kind === IS_SPACE && followingKind === IS_SPACE);
      // What stays as it is, and nothing belongs to.
      if (isAlone && (kind === SAME || code < ASCII_END) && !(own && mayBeOwn(code))) {
        from[length] = at;
        if (units === 1) {
          codes[length] = code < ASCII_END ? (LOWER[code] as number) : code;
        } else {
          codes[length] = original.charCodeAt(at);
          length += 1;
          codes[length] = original.charCodeAt(at + 1);
          // Nothing begins inside of a character.
          from[length] = -1;
          runsAlike = false;
        }
        length += 1;
        at += units;
        code = following;
        continue;
      }
      const unit = isAlone ? code : unitAt(original, at);
      const taken = typeof unit === 'number' ? units : unit.length;
      const folded = foldUnit(unit);
      if (folded.length !== 1 || taken !== 1) runsAlike = false;
      if (folded.length > taken) {
        buffers = withRoom(buffers, length, length + folded.length + original.length - at);
        ({ codes, from } = buffers);
      }
      for (let index = 0; index < folded.length; index += 1) {
        codes[length] = folded.charCodeAt(index);
        from[length] = index === 0 ? at : -1;
        length += 1;
      }
      at += taken;
      code = codeAt(original, at);
    }
    from[length] = original.length;
    return { codes, length, from: runsAlike ? null : from };
  };
};

interface Buffers {
  codes: Uint16Array;
  from: Int32Array;
}

const newBuffers = (size: number): Buffers => ({
  codes: new Uint16Array(size),
  from: new Int32Array(size),
});

/** @returns the buffers, or larger ones with what is in them, where more has to go in */
const withRoom = (buffers: Buffers, filled: number, most: number): Buffers => {
  if (most <= buffers.codes.length) return buffers;
  const larger = newBuffers(2 * most);
  larger.codes.set(buffers.codes.subarray(0, filled));
  larger.from.set(buffers.from.subarray(0, filled));
  return larger;
};

const FEW = 64;

export const foldKeyword = (keyword: string, fold: (original: string) => Folded): string => {
  const { codes, length } = fold(keyword);
  let folded = '';
  for (let at = 0; at < length; at += 1) folded += String.fromCharCode(codes[at] as number);
  return folded.trim();
};

const ASCII_END = 0x80;
const SPACE = 0x20;
/** Of ASCII in small letters; each kind of space is one. */
const LOWER = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  /\s/.test(String.fromCharCode(code)) ? SPACE : String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** Folded by the rules of a language that has its own. */
const mayBeOwn = (code: number): boolean => code >= ASCII_END || code === 0x49 || code === 0x69;

/** The unit that begins at a place: a run of spaces, or a character with the marks on it. More marks than Unicode's "stream-safe" texts have are units of their own. */
const unitAt = (text: string, at: number): string => {
  const first = codeAt(text, at);
  const kind = kindOf(first);
  let end = at + unitsOf(first);
  if (kind === IS_SPACE) {
    while (end < text.length && kindOf(codeAt(text, end)) === IS_SPACE) end += 1;
    return text.slice(at, end);
  }
  let marks = kind === JOINS ? 1 : 0;
  for (let code = codeAt(text, end); marks < MAX_MARKS && kindOf(code) === JOINS; code = codeAt(text, end)) {
    end += unitsOf(code);
    marks += 1;
  }
  return text.slice(at, end);
};

/** The character at a place; 0, which is none that matters, behind the end. */
const codeAt = (text: string, at: number): number => text.codePointAt(at) ?? 0;

const MAX_MARKS = 30;

const SAME = 1;
const CHANGES = 2;
const IS_SPACE = 3;
/** A mark, which belongs to what is before it. */
const JOINS = 4;

const kindOf = remembered((code) => {
  const character = String.fromCodePoint(code);
  if (/\p{M}/u.test(character)) return JOINS;
  if (/\s/.test(character)) return IS_SPACE;
  return foldOne(character, undefined) === character ? SAME : CHANGES;
});

/** Folds a unit, given as its only character where it has no more. */
type FoldUnit = (unit: string | number) => string;

const folders = new Map<string | undefined, FoldUnit>();

/** Remembers what it has folded: a text has few different units. */
const unitFolder = (locale: string | undefined): FoldUnit => {
  const existing = folders.get(locale);
  if (existing) return existing;
  const known = new Map<string | number, string>();
  const folder: FoldUnit = (unit) => {
    let folded = known.get(unit);
    if (folded === undefined) {
      folded = foldOne(typeof unit === 'number' ? String.fromCodePoint(unit) : unit, locale);
      if (known.size < MAX_KNOWN) known.set(unit, folded);
    }
    return folded;
  };
  folders.set(locale, folder);
  return folder;
};

const MAX_KNOWN = 20_000;

const foldOne = (unit: string, locale: string | undefined): string => {
  const visible = unit.replace(HIDDEN, '');
  if (visible === '') return '';
  if (/^\s+$/.test(visible)) return ' ';
  if (visible === '\u2019') return "'";
  if (visible === '\u2010' || visible === '\u2011') return '-';
  // Dotless i is a separate letter, except where its capital is I.
  if (visible.startsWith('\u0131') && locale === undefined) return visible;
  // By way of capitals, as ς and σ are one letter, and ß and SS one spelling.
  const capital = visible.normalize('NFD').toLocaleUpperCase(locale ?? 'en');
  return capital.toLocaleLowerCase(locale ?? 'en').normalize('NFD');
};
