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

let segmenter: Intl.Segmenter | undefined;
/** Made when it is used, as that takes long for a start. */
const characters = (): Intl.Segmenter =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
/** Enough of what follows a place to see whether a character goes over it. */
const FOLLOWING = 32;

/** The beginning of a text up to a place, without half of what readers see as one character: a family, a flag, a letter with its accent. */
const wholeCharacters = (text: string, end: number): string => {
  const last = characters()
    .segment(text.slice(0, end + FOLLOWING))
    .containing(end);
  // Nobody writes a character as long as an excerpt.
  return text.slice(0, last?.index || end).replace(/[\ud800-\udbff]$/, '');
};

/** The beginning of a text: at most 200 characters, and no word that is cut where another end can be found. */
export const excerptOf = (text: string): string => {
  if (text.length <= EXCERPT) return text;
  const cut = EXCERPT - 1;
  const isBetween = text[cut] === ' ';
  const start = text.slice(0, cut);
  const space = isBetween ? cut : start.lastIndexOf(' ');
  const whole = space > 0 ? start.slice(0, space) : wholeCharacters(text, cut);
  return `${whole.replace(/[\s\p{Pd}\p{Po}]+$/u, '')}…`;
};
