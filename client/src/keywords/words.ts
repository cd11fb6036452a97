import { emojiSplitter } from './emoji.js';
import type { Folded } from './fold.js';

/** Letters, digits, the marks on them, and what joins them invisibly. */
const WORD = /[\p{L}\p{N}\p{M}\p{Pc}\u200c\u200d]/u;
const MARK = /[\p{M}\u200c\u200d]/u;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const KATAKANA = /[\p{scx=Katakana}]/u;
/** Marks that are looked past to the letter that they are on; nothing that is written has more. */
const MAX_MARKS = 32;

/** One bit for each question about a character; none of them for the end of a text. */
const ASKED = 1;
const IS_WORD = 2;
const IS_UNSPACED = 4;
const IS_MARK = 8;
const IS_KATAKANA = 16;
/** Below this there are no marks, and no scripts without spaces. */
const FIRST_MARK = 0x300;
/** In place of a character, where there is none. */
export const NOTHING = -1;

const lookAt = (code: number): number => {
  const character = String.fromCodePoint(code);
  if (!WORD.test(character)) return ASKED;
  return (
    ASKED |
    IS_WORD |
    (UNSPACED.test(character) ? IS_UNSPACED : 0) |
    (MARK.test(character) ? IS_MARK : 0) |
    (KATAKANA.test(character) ? IS_KATAKANA : 0)
  );
};

/** What was found out about characters, those of emoji among them. */
const kinds = new Uint8Array(0x20000);

const kindOf = (code: number): number => {
  if (code >= kinds.length) return lookAt(code);
  if (code < 0) return 0;
  return kinds[code] || (kinds[code] = lookAt(code));
};

export const codeAfter = (text: string, at: number): number => text.codePointAt(at) ?? NOTHING;

export const codeBefore = (text: string, at: number): number => {
  if (at === 0) return NOTHING;
  const code = text.charCodeAt(at - 1);
  const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff;
  return isLowSurrogate && at > 1 ? codeAfter(text, at - 2) : code;
};

const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

/** The last character before a place that is no mark: the base of the marks. A mark where there are too many of them. */
const baseBefore = (text: string, at: number): number => {
  let code = NOTHING;
  for (let index = at, marks = 0; index > 0 && marks <= MAX_MARKS; marks += 1) {
    code = codeBefore(text, index);
    if (!(kindOf(code) & IS_MARK)) return code;
    index -= unitsOf(code);
  }
  return code;
};

/** The characters next to a text on the page, folded; `NOTHING` where there is none. */
export interface Neighbours {
  before: number;
  after: number;
}

/**
 * Finds out where words begin and end. A place is inside a word when there is a letter, digit or mark on both
 * of its sides. A run of Katakana is one word. Between other characters of scripts without spaces, dictionaries
 * of the runtime decide (`Intl.Segmenter`); where there are none, each character may begin a word.
 */
export const createWords = (
  original: string,
  { text, from }: Folded,
  neighbours: Neighbours,
  locale?: string,
) => {
  const dictionary = dictionaryFor(original, locale);
  const isDictionaryBoundary = (at: number): boolean | null => {
    const place = from ? (from[at] as number) : at;
    return place > 0 && place < original.length ? dictionary(place) : null;
  };

  /**
   * @param outside the character that is not part of the match
   * @param inside the one that is
   * @param asks whether dictionaries are asked; without them, what they would decide counts as a boundary
   */
  const divides = (outside: number, inside: number, at: number, asks: boolean): boolean => {
    const outer = kindOf(outside);
    if (!(outer & IS_WORD)) return true;
    if (outer & IS_MARK) return false;
    const inner = kindOf(inside);
    if (!(outer & IS_UNSPACED) && !(inner & IS_UNSPACED)) return false;
    // Where another way of writing begins, so does another word: "Go" in "Go言語".
    if (!(outer & IS_UNSPACED) || !(inner & IS_UNSPACED)) return true;
    if (outer & inner & IS_KATAKANA) return false;
    return !asks || (isDictionaryBoundary(at) ?? true);
  };

  const splitsEmoji = emojiSplitter(text);

  const begins = (at: number, asks: boolean): boolean => {
    // Most places of most texts, without looking at whole characters.
    const before = at > 0 ? text.charCodeAt(at - 1) : FIRST_MARK;
    if (before < FIRST_MARK) {
      if (!(kindOf(before) & IS_WORD)) return true;
      if (text.charCodeAt(at) < FIRST_MARK) return false;
    }
    const outside = at === 0 ? neighbours.before : baseBefore(text, at);
    if (splitsEmoji(at)) return false;
    return divides(outside, codeAfter(text, at), at, asks);
  };

  return {
    /** Quick: false only where no word can begin. */
    mayBeginAt: (at: number): boolean => begins(at, false),
    beginsAt: (at: number): boolean => begins(at, true),
    endsAt(at: number): boolean {
      const outside = at === text.length ? neighbours.after : codeAfter(text, at);
      if (splitsEmoji(at)) return false;
      return divides(outside, baseBefore(text, at), at, true);
    },
  };
};

const segmenters = new Map<string | undefined, Intl.Segmenter>();

/** Characters that dictionaries look at in one go: their time grows with the square of it. */
const MOST_AT_ONCE = 250;
/** And so many more on both sides, so that words are found which lie across its ends. */
const CONTEXT = 50;
/** Divided stretches that are remembered: texts that are made by repeating one would be divided over and over. */
const MAX_DIVIDED = 100;

/**
 * Says whether a place is a boundary between words; null where the runtime has no dictionaries. It looks at one
 * stretch of letters at a time, and only on demand: dictionaries are slow.
 */
const dictionaryFor = (original: string, locale: string | undefined): ((place: number) => boolean | null) => {
  let found: Uint8Array | undefined;
  let [start, end] = [0, 0];
  const divided = new Map<string, readonly number[]>();
  const divide = (stretch: string): readonly number[] => {
    let places = divided.get(stretch);
    if (!places) {
      places = Array.from(segmenterFor(locale).segment(stretch), ({ index }) => index);
      if (divided.size < MAX_DIVIDED) divided.set(stretch, places);
    }
    return places;
  };
  return (place) => {
    if (typeof Intl.Segmenter !== 'function') return null;
    found ??= new Uint8Array(original.length + 1);
    if (found[place]) return found[place] === BOUNDARY;
    if (place <= start || place >= end) [start, end] = stretchAround(original, place);
    const first = place - ((place - start) % MOST_AT_ONCE);
    const last = Math.min(end, first + MOST_AT_ONCE);
    const from = Math.max(start, first - CONTEXT);
    found.fill(WITHIN, first, last);
    for (const index of divide(original.slice(from, Math.min(end, last + CONTEXT)))) {
      const at = from + index;
      if (at >= first && at < last) found[at] = BOUNDARY;
    }
    return found[place] === BOUNDARY;
  };
};

const WITHIN = 1;
const BOUNDARY = 2;

const stretchAround = (text: string, place: number): [start: number, end: number] => {
  let start = place;
  for (let before = codeBefore(text, start); kindOf(before) & IS_WORD; before = codeBefore(text, start)) {
    start -= unitsOf(before);
  }
  let end = place;
  for (let after = codeAfter(text, end); kindOf(after) & IS_WORD; after = codeAfter(text, end)) {
    end += unitsOf(after);
  }
  return [start, end];
};

const segmenterFor = (locale: string | undefined): Intl.Segmenter => {
  let segmenter = segmenters.get(locale);
  if (!segmenter) segmenters.set(locale, (segmenter = new Intl.Segmenter(locale, { granularity: 'word' })));
  return segmenter;
};
