import { createAddresses, divides } from './addresses.js';
import { createFolder } from './fold.js';
import { NO_MATCHES, findMatches, type Match } from './matches.js';
import { createNeighbours } from './neighbours.js';
import type { PreparedLinks } from './rules.js';
import type { Text } from './walk.js';
import { createWords } from './words.js';

/**
 * The keywords of texts that no longer one overlaps, for each text by their positions in it. Most texts between tags are short, and begin no
 * keyword: all else is looked at for others only.
 * @param texts in the order in which they are read
 */
export const matchesIn = (texts: readonly Text[], prepared: PreparedLinks): Match[][] => {
  const { tree, firsts, openings, locale } = prepared;
  const fold = createFolder(locale);
  const words = createWords(createNeighbours(texts, locale), locale);
  const addressesOf = createAddresses(texts);
  return texts.map(({ value, isOpen }, index) => {
    if (!isOpen || !openings(value)) return NO_MATCHES;
    const folded = fold(value);
    words.read(value, folded, index);
    const matches = findMatches(folded, tree, firsts, words);
    if (matches.length === 0) return NO_MATCHES;
    const { from } = folded;
    if (from) {
      for (const match of matches) {
        match.start = from[match.start] as number;
        match.end = from[match.end] as number;
      }
    }
    const ranges = addressesOf(index);
    return ranges.length === 0 ? matches : matches.filter(({ start, end }) => !divides(ranges, start, end));
  });
};
