import type { Folded } from './fold.js';
import { nextStep, type LinkRule, type Step } from './rules.js';
import type { Words } from './words.js';

/** A keyword's position in the folded text. */
export interface Match {
  start: number;
  end: number;
  rule: LinkRule;
}

export const NO_MATCHES: Match[] = [];

/**
 * Finds the keywords of a text, in their order. Where keywords overlap the longest has the place, and of
 * equally long ones the first.
 */
export const findMatches = (folded: Folded, tree: Step, firsts: Uint8Array, words: Words): Match[] => {
  const { codes, length, from } = folded;
  // At each place the longest is tried, a shorter one only where that has failed.
  let found = NO_MATCHES;
  let ends = 0;
  let overlap = false;
  for (let start = 0; start < length; start += 1) {
    if (firsts[codes[start] as number] === 0 || (from && (from[start] as number) < 0)) continue;
    const begins = words.beginsAt(start);
    if (begins === false) continue;
    const match = longestAt(folded, tree, words, start, Infinity);
    if (!match || (begins === null && !words.isBoundary(start))) continue;
    if (start < ends) overlap = true;
    if (match.end > ends) ends = match.end;
    // One is all that most texts have, and takes less room so.
    if (found.length === 0) found = [match];
    else found.push(match);
  }
  if (!overlap) return found;

  const byLength: Match[][] = [];
  const propose = (match: Match | null): void => {
    if (match) (byLength[match.end - match.start] ??= []).push(match);
  };
  found.forEach(propose);
  const taken = new Uint8Array(length);
  const matches: Match[] = [];
  for (let longest = byLength.length - 1; longest > 0; longest -= 1) {
    for (const match of inOrder(byLength[longest] ?? [])) {
      const { start, end } = match;
      // Whatever is taken already is at least as long, so it covers one of the ends or nothing.
      if (taken[start] || taken[end - 1]) {
        // None that goes on into what is taken.
        if (!taken[start]) propose(longestAt(folded, tree, words, start, taken.indexOf(1, start) - start));
        continue;
      }
      taken.fill(1, start, end);
      matches.push(match);
    }
  }
  return inOrder(matches);
};

/** The longest keyword at a place that has no more than so many characters. */
const longestAt = (
  { codes, length, from }: Folded,
  tree: Step,
  words: Words,
  start: number,
  most: number,
): Match | null => {
  let end = 0;
  let rule: LinkRule | null = null;
  /** Ends of shorter ones: not asked about unless the longest ends inside of a word. */
  let shorter: number[] | undefined;
  let step: Step | undefined = tree;
  const last = Math.min(length, start + most);
  for (let at = start; at < last;) {
    step = nextStep(step, codes[at] as number);
    if (!step) break;
    at += 1;
    if (!step.rule || (from && (from[at] as number) < 0)) continue;
    if (rule) (shorter ??= []).push(end);
    [end, rule] = [at, step.rule];
  }
  if (!rule || words.endsAt(end)) return rule && { start, end, rule };
  for (let other = shorter?.pop(); other !== undefined; other = shorter?.pop()) {
    if (!words.endsAt(other)) continue;
    step = tree;
    for (let at = start; at < other && step; at += 1) step = nextStep(step, codes[at] as number);
    return step?.rule ? { start, end: other, rule: step.rule } : null;
  }
  return null;
};

/** Most are in order as they are found. */
export const inOrder = <Place extends { start: number }>(matches: Place[]): Place[] => {
  for (let at = 1; at < matches.length; at += 1) {
    if ((matches[at - 1] as Place).start > (matches[at] as Place).start) {
      return matches.sort((one, other) => one.start - other.start);
    }
  }
  return matches;
};
