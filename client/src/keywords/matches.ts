import type { Folded } from './fold.js';
import type { LinkRule, Step } from './rules.js';

/** A keyword's position in the folded text. */
export interface Match {
  start: number;
  end: number;
  rule: LinkRule;
}

interface Words {
  mayBeginAt(at: number): boolean;
  beginsAt(at: number): boolean;
  endsAt(at: number): boolean;
}

/**
 * Finds the keywords of a text, in their order. Where keywords overlap the longest has the place, and of
 * equally long ones the first.
 */
export const findMatches = (
  { text, from }: Folded,
  tree: Step,
  firsts: Uint8Array,
  words: Words,
): Match[] => {
  const isWhole = (at: number): boolean => from === null || (from[at] as number) >= 0;

  /** The longest keyword at a place that is shorter than so many characters. */
  const longestAt = (start: number, below: number): Match | null => {
    let found: Match | null = null;
    let step: Step | undefined = tree;
    for (let at = start; at < text.length && at - start < below - 1;) {
      step = step.next.get(text.charCodeAt(at));
      if (!step) break;
      at += 1;
      if (step.rule && isWhole(at) && words.endsAt(at)) found = { start, end: at, rule: step.rule };
    }
    return found;
  };

  // By length. At each place the longest is tried, a shorter one only where that has failed.
  const byLength: Match[][] = [];
  const propose = (match: Match | null): void => {
    if (match) (byLength[match.end - match.start] ??= []).push(match);
  };
  for (let start = 0; start < text.length; start += 1) {
    if (firsts[text.charCodeAt(start)] === 0 || !isWhole(start) || !words.mayBeginAt(start)) continue;
    const match = longestAt(start, Infinity);
    if (match && words.beginsAt(start)) propose(match);
  }

  const taken = new Uint8Array(byLength.length > 0 ? text.length : 0);
  const matches: Match[] = [];
  for (let length = byLength.length - 1; length > 0; length -= 1) {
    for (const match of inOrder(byLength[length] ?? [])) {
      const { start, end } = match;
      // Whatever is taken already is at least as long, so it covers one of the ends or nothing.
      if (taken[start] || taken[end - 1]) {
        if (!taken[start]) propose(longestAt(start, length));
        continue;
      }
      taken.fill(1, start, end);
      matches.push(match);
    }
  }
  return inOrder(matches);
};

/** Most are in order as they are found. */
const inOrder = (matches: Match[]): Match[] => {
  for (let at = 1; at < matches.length; at += 1) {
    if ((matches[at - 1] as Match).start > (matches[at] as Match).start) {
      return matches.sort((one, other) => one.start - other.start);
    }
  }
  return matches;
};
