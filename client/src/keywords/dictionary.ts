import { IS_WORD, NOTHING, isLow, kindOf, unitsOf } from './characters.js';

const segmenters = new Map<string | undefined, Intl.Segmenter>();

/** Characters that dictionaries look at in one go: their time grows with the square of it. */
const MAX_AT_ONCE = 250;
/** And so many more on both sides, so that words are found which lie across its ends. */
const CONTEXT = 50;
/** Stretches that are remembered: texts that are made by repeating one would be divided over and over. */
const MAX_STRETCHES = 100;

const WITHIN = 1;
const BOUNDARY = 2;

interface Stretch {
  segments: Intl.Segments;
  /** What has been asked about its places. */
  found: Uint8Array;
}

/**
 * Says whether a place is a boundary between words; null where the runtime has no dictionaries. It looks at one
 * stretch of letters at a time, and only at the words that are asked about: dictionaries are slow, and so is going through all that they find.
 */
export const dictionaryFor = (
  original: string,
  locale: string | undefined,
): ((place: number) => boolean | null) => {
  let [start, end] = [0, 0];
  let [first, last, from] = [0, 0, 0];
  let stretch: Stretch | undefined;
  const known = new Map<string, Stretch>();
  const stretchOf = (text: string): Stretch => {
    let stretch = known.get(text);
    if (!stretch) {
      stretch = { segments: segmenterFor(locale).segment(text), found: new Uint8Array(text.length) };
      if (known.size === MAX_STRETCHES) known.clear();
      known.set(text, stretch);
    }
    return stretch;
  };
  return (place) => {
    if (typeof Intl.Segmenter !== 'function') return null;
    if (!stretch || place < first || place >= last) {
      if (place <= start || place >= end) [start, end] = lettersAround(original, place);
      first = place - ((place - start) % MAX_AT_ONCE);
      last = Math.min(end, first + MAX_AT_ONCE);
      from = Math.max(start, first - CONTEXT);
      stretch = stretchOf(original.slice(from, Math.min(end, last + CONTEXT)));
    }
    const { segments, found } = stretch;
    const at = place - from;
    if (!found[at]) {
      const word = segments.containing(at);
      // Letters end here, and something hidden begins, whose marks go on.
      if (!word) return false;
      const ends = word.index + word.segment.length;
      found.fill(WITHIN, word.index + 1, ends);
      found[word.index] = found[ends] = BOUNDARY;
    }
    return found[at] === BOUNDARY;
  };
};

const codeAfter = (text: string, at: number): number => text.codePointAt(at) ?? NOTHING;

const codeBefore = (text: string, at: number): number => {
  if (at === 0) return NOTHING;
  const code = text.charCodeAt(at - 1);
  return isLow(code) && at > 1 ? codeAfter(text, at - 2) : code;
};

const lettersAround = (text: string, place: number): [start: number, end: number] => {
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
