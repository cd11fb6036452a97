import { storable } from '../../platform/formats';

/** Characters of an excerpt at most. */
const EXCERPT = 200;

/** Words that people read in a minute. */
const WORDS_PER_MINUTE = 230;

/** Scripts without spaces between words: two of their characters count as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.,-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

export const wordsIn = (text: string): number => {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = unspaced === 0 ? text : text.replace(UNSPACED, ' ');
  return (spaced.match(WORD)?.length ?? 0) + Math.ceil(unspaced / 2);
};

/** @returns whole minutes, at least one where there are words */
export const readingMinutesOf = (words: number): number => Math.ceil(words / WORDS_PER_MINUTE);

/** Made when they are used, as that takes long for a start. */
const segmenters: Partial<Record<'grapheme' | 'word', Intl.Segmenter>> = {};
/** Enough of what follows a place to see whether a character or a word goes over it. */
const FOLLOWING = 32;

/** Where the character, as readers see it (a family, a flag, a letter with its accent), or the word begins that a place is in. */
const beginOf = (granularity: 'grapheme' | 'word', text: string, place: number): number => {
  const segmenter = (segmenters[granularity] ??= new Intl.Segmenter('en', { granularity }));
  return segmenter.segment(text.slice(0, place + FOLLOWING)).containing(place)?.index ?? 0;
};

/** Characters of a word, in scripts without spaces between words; what is longer is cut. */
const LONG_WORD = 40;

/** Where a text that is cut at a place ends: after a word, or after a character where no word ends near it. */
const endBefore = (text: string, place: number): number => {
  const space = text.lastIndexOf(' ', place);
  if (text.slice(space + 1, place).search(UNSPACED) === -1) {
    if (space > 0) return space;
  } else {
    const word = beginOf('word', text, place);
    if (word > place - LONG_WORD) return word;
  }
  // Nobody writes a character as long as an excerpt.
  return beginOf('grapheme', text, place) || place;
};

/** The beginning of a text: at most 200 characters, and no word that is cut where another end can be found. */
export const excerptOf = (text: string): string => {
  if (text.length <= EXCERPT) return text;
  const whole = storable(text.slice(0, endBefore(text, EXCERPT - 1)));
  return `${whole.replace(/[\s\p{Pd}\p{Po}]+$/u, '')}…`;
};
