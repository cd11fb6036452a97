import { addressesIn, divides, type Range } from './addresses.js';
import { fold, type Folded } from './fold.js';
import { findMatches, type Match } from './matches.js';
import type { PreparedLinks } from './rules.js';
import type { Text } from './walk.js';
import { createWords, type Neighbours } from './words.js';

/**
 * The keywords of texts that no longer one overlaps, for each text by their positions in it.
 * @param texts in the order in which they are read
 */
export const matchesIn = (texts: readonly Text[], { tree, locale }: PreparedLinks): Match[][] => {
  const folded = texts.map(({ value }) => fold(value, locale));
  const addresses = addressesIn(texts);
  const neighbours = neighboursIn(texts, folded);
  return texts.map(({ value, isOpen }, index) => {
    if (!isOpen) return [];
    const own = folded[index] as Folded;
    const words = createWords(value, own, neighbours[index] as Neighbours, locale);
    const matches = findMatches(own, tree, words);
    const ranges = addresses[index] as Range[];
    if (own.from === null && ranges.length === 0) return matches;
    const shownAt = (at: number): number => (own.from ? (own.from[at] as number) : at);
    return matches
      .map(({ start, end, rule }) => ({ start: shownAt(start), end: shownAt(end), rule }))
      .filter(({ start, end }) => !divides(ranges, start, end));
  });
};

/** What the reader sees next to each text, across tags that do not part words. */
const neighboursIn = (texts: readonly Text[], folded: readonly Folded[]): Neighbours[] => {
  const all = texts.map(() => ({ before: '', after: '' }));
  let before = '';
  texts.forEach(({ continues }, index) => {
    if (!continues) before = '';
    (all[index] as Neighbours).before = before;
    before = [...(folded[index] as Folded).text.slice(-2)].at(-1) ?? before;
  });
  let after = '';
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    (all[index] as Neighbours).after = after;
    after = [...(folded[index] as Folded).text.slice(0, 2)][0] ?? after;
    if (!texts[index]?.continues) after = '';
  }
  return all;
};
