import {
  IS_KATAKANA,
  IS_MARK,
  IS_UNSPACED,
  IS_WORD,
  NOTHING,
  codeAfter,
  codeBefore,
  kindOf,
  unitsOf,
  type Units,
} from './characters.js';
import { dictionaryFor } from './dictionary.js';
import { createEmojiSplitter } from './emoji.js';
import type { Folded } from './fold.js';

/** Marks that are looked past to the letter that they are on; nothing that is written has more. */
const MAX_MARKS = 32;
/** Below this there are no marks, and no scripts without spaces. */
const FIRST_MARK = 0x300;
/** Below this there are no parts of emoji either. */
const ASCII_END = 0x80;

/** The last character before a place that is no mark: the base of the marks. A mark where there are too many of them. */
const baseBefore = (text: Units, at: number): number => {
  let code = NOTHING;
  for (let index = at, marks = 0; index > 0 && marks <= MAX_MARKS; marks += 1) {
    code = codeBefore(text, index);
    if (!(kindOf(code) & IS_MARK)) return code;
    index -= unitsOf(code);
  }
  return code;
};

/** The characters next to texts on the page, folded; `NOTHING` where there is none. */
export interface Neighbours {
  before(index: number): number;
  after(index: number): number;
}

export interface Words {
  /** Takes the next text, of which questions are then. */
  read(original: string, folded: Folded, index: number): void;
  /** Null where `isBoundary` decides: it is slow. */
  beginsAt(at: number): boolean | null;
  endsAt(at: number): boolean;
  /** Whether dictionaries see the boundary of a word at a place. */
  isBoundary(at: number): boolean;
}

/**
 * @param outside the character that is not part of the match
 * @param inside the one that is
 * @returns null where dictionaries decide
 */
const divides = (outside: number, inside: number): boolean | null => {
  const outer = kindOf(outside);
  if (!(outer & IS_WORD)) return true;
  if (outer & IS_MARK) return false;
  const inner = kindOf(inside);
  if (!(outer & IS_UNSPACED) && !(inner & IS_UNSPACED)) return false;
  // Where another way of writing begins, so does another word: "Go" in "Go言語".
  if (!(outer & IS_UNSPACED) || !(inner & IS_UNSPACED)) return true;
  if (outer & inner & IS_KATAKANA) return false;
  return null;
};

const NO_TEXT: Folded = { codes: new Uint16Array(), length: 0, from: null };

/**
 * Finds out where words begin and end. A place is inside a word when there is a letter, digit or mark on both
 * of its sides. A run of Katakana is one word. Between other characters of scripts without spaces, dictionaries
 * of the runtime decide (`Intl.Segmenter`); where there are none, each character may begin a word.
 */
export const createWords = (neighbours: Neighbours, locale?: string): Words => {
  let original = '';
  let folded = NO_TEXT;
  let index = 0;
  let dictionary: ((place: number) => boolean | null) | undefined;
  const splitsEmoji = createEmojiSplitter();
  const isBoundary = (at: number): boolean => {
    const place = folded.from ? (folded.from[at] as number) : at;
    if (place <= 0 || place >= original.length) return true;
    dictionary ??= dictionaryFor(original, locale);
    return dictionary(place) ?? true;
  };

  return {
    read(nextOriginal, nextFolded, nextIndex) {
      original = nextOriginal;
      folded = nextFolded;
      index = nextIndex;
      dictionary = undefined;
    },
    beginsAt(at) {
      // Most places of most texts, without looking at whole characters.
      const { codes } = folded;
      const before = at > 0 ? (codes[at - 1] as number) : FIRST_MARK;
      if (before < FIRST_MARK) {
        if (!(kindOf(before) & IS_WORD)) return true;
        if ((codes[at] as number) < FIRST_MARK) return false;
      }
      const outside = at === 0 ? neighbours.before(index) : baseBefore(folded, at);
      return splitsEmoji(folded, at) ? false : divides(outside, codeAfter(folded, at));
    },
    endsAt(at) {
      const { codes, length } = folded;
      const after = at < length ? (codes[at] as number) : FIRST_MARK;
      if (after < ASCII_END && !(kindOf(after) & IS_WORD)) return true;
      const outside = at === length ? neighbours.after(index) : codeAfter(folded, at);
      if (splitsEmoji(folded, at)) return false;
      return divides(outside, baseBefore(folded, at)) ?? isBoundary(at);
    },
    isBoundary,
  };
};
