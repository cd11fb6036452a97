import { addressesIn, divides, type Range } from './addresses.js';
import { fold, type Folded } from './fold.js';
import { findMatches, type Match } from './matches.js';
import type { PreparedLinks } from './rules.js';
import type { Text } from './walk.js';
import { codeAfter, codeBefore, createWords, NOTHING, type Neighbours } from './words.js';

/**
 * The keywords of texts that no longer one overlaps, for each text by their positions in it.
 * @param texts in the order in which they are read
 */
export const matchesIn = (texts: readonly Text[], { tree, firsts, locale }: PreparedLinks): Match[][] => {
  const folded = texts.map(({ value }) => fold(value, locale));
  const addresses = addressesIn(texts);
  const neighbours = neighboursIn(texts, folded);
  return texts.map(({ value, isOpen }, index) => {
    if (!isOpen) return NO_MATCHES;
    const own = folded[index] as Folded;
    if (!mayHaveMatch(own, firsts)) return NO_MATCHES;
    const words = createWords(value, own, neighbours[index] as Neighbours, locale);
    const matches = findMatches(own, tree, firsts, words);
    const ranges = addresses[index] as Range[];
    if (own.from === null && ranges.length === 0) return matches;
    const shownAt = (at: number): number => (own.from ? (own.from[at] as number) : at);
    return matches
      .map(({ start, end, rule }) => ({ start: shownAt(start), end: shownAt(end), rule }))
      .filter(({ start, end }) => !divides(ranges, start, end));
  });
};

/** A quick look: most texts between tags are short, and begin no keyword. */
const mayHaveMatch = ({ text }: Folded, firsts: Uint8Array): boolean => {
  for (let at = 0; at < text.length; at += 1) if (firsts[text.charCodeAt(at)] === 1) return true;
  return false;
};

const NO_MATCHES: Match[] = [];

/** What the reader sees next to each text, across tags that do not part words. */
const neighboursIn = (texts: readonly Text[], folded: readonly Folded[]): Neighbours[] => {
  const all = texts.map(() => ({ before: NOTHING, after: NOTHING }));
  let before = NOTHING;
  texts.forEach(({ continues }, index) => {
    if (!continues) before = NOTHING;
    (all[index] as Neighbours).before = before;
    const { text } = folded[index] as Folded;
    if (text !== '') before = codeBefore(text, text.length);
  });
  let after = NOTHING;
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    (all[index] as Neighbours).after = after;
    const { text } = folded[index] as Folded;
    if (text !== '') after = codeAfter(text, 0);
    if (!texts[index]?.continues) after = NOTHING;
  }
  return all;
};
