import { diffArrays } from 'diff';
import { blocksOf, hasBlocks, looseTagsOf } from './blocks';

/** A part of a text that exists three times: as it was opened, as it was typed, and as another editor has saved it. */
export interface Passage {
  /** Who has changed it. `both`: each to something else, so that somebody has to choose. */
  by: 'nobody' | 'me' | 'them' | 'both';
  opened: string;
  mine: string;
  newer: string;
}

/** What a text or a field is to have where both have changed it; `both` is the newer version's and one's own behind it. */
export type Choice = 'mine' | 'newer' | 'both';

/** Blocks that may be removed and added: more are taken as one text in place of another. */
const MAX_CHANGES = 2_000;

/** Blocks that one side has put in the place of others. */
interface Change {
  /** Of the blocks that were opened. */
  from: number;
  to: number;
  /** The number of blocks in their place. */
  count: number;
}

/** @returns null when there are too many */
const changesOf = (opened: readonly string[], side: readonly string[]): Change[] | null => {
  const words = (blocks: readonly string[]) => blocks.map((block) => block.trim());
  const parts = diffArrays(words(opened), words(side), { maxEditLength: MAX_CHANGES });
  if (!parts) return null;
  const changes: Change[] = [];
  let at = 0;
  let isOpen = false;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      at += count;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ from: at, to: at, count: 0 });
    isOpen = true;
    const last = changes.at(-1) as Change;
    if (added) last.count += count;
    else last.to = at += count;
  }
  return oneByOne(changes, opened, side);
};

/** Several blocks in the place of as many are taken as one for the other each, so that less is in the way of other changes. */
const oneByOne = (
  changes: readonly Change[],
  opened: readonly string[],
  side: readonly string[],
): Change[] => {
  let moved = 0;
  return changes.flatMap((change) => {
    const { from, to, count } = change;
    const replaced = opened.slice(from, to);
    const replacing = side.slice(from + moved, from + moved + count);
    moved += count - replaced.length;
    if (count !== replaced.length || [...replaced, ...replacing].some((block) => looseTagsOf(block) !== ''))
      return [change];
    return replaced.map((_, number) => ({ from: from + number, to: from + number + 1, count: 1 }));
  });
};

interface Side {
  blocks: readonly string[];
  changes: Change[];
  /** The next block. */
  at: number;
}

/** Blocks put in at the same place are in each other's way as much as those that replace the same ones. */
const touches = (change: Change, from: number, to: number): boolean =>
  change.from < to || (from === to && change.from === from && change.to === from);

/** Takes the changes of a side to a stretch of what was opened, and the blocks that it has there. */
const take = (side: Side, from: number, to: number): { text: string; isChanged: boolean } => {
  let count = to - from;
  let isChanged = false;
  for (let next = side.changes[0]; next && touches(next, from, to); next = side.changes[0]) {
    side.changes.shift();
    count += next.count - (next.to - next.from);
    isChanged = true;
  }
  const text = side.blocks.slice(side.at, side.at + count).join('');
  side.at += count;
  return { text, isChanged };
};

/** @returns null when too much has changed */
const mergeBlocks = (
  opened: readonly string[],
  mine: readonly string[],
  newer: readonly string[],
): Passage[] | null => {
  const [own, theirs] = [changesOf(opened, mine), changesOf(opened, newer)];
  if (!own || !theirs) return null;
  const me: Side = { blocks: mine, changes: own, at: 0 };
  const them: Side = { blocks: newer, changes: theirs, at: 0 };
  const passages: Passage[] = [];
  let at = 0;
  const same = (to: number) => {
    for (; at < to; at += 1) {
      const before = opened[at] ?? '';
      const typed = mine[me.at++] ?? '';
      const saved = newer[them.at++] ?? '';
      // They differ in white space at most.
      const text = typed === before ? saved : typed;
      passages.push({ by: 'nobody', opened: before, mine: text, newer: text });
    }
  };
  for (;;) {
    const [first] = [me.changes[0], them.changes[0]]
      .filter((change) => change !== undefined)
      .sort((one, other) => one.from - other.from || one.to - other.to);
    if (!first) break;
    same(first.from);
    let { to } = first;
    for (let isGrowing = true; isGrowing;) {
      const ends = [me, them].flatMap(({ changes }) =>
        changes.filter((change) => touches(change, first.from, to)).map((change) => change.to),
      );
      const end = Math.max(to, ...ends);
      isGrowing = end > to;
      to = end;
    }
    const before = opened.slice(first.from, to).join('');
    const [typed, saved] = [take(me, first.from, to), take(them, first.from, to)];
    at = to;
    const isSame = typed.text.trim() === saved.text.trim();
    const by = isSame ? 'nobody' : !saved.isChanged ? 'me' : !typed.isChanged ? 'them' : 'both';
    passages.push({ by, opened: before, mine: typed.text, newer: saved.text });
  }
  same(opened.length);
  return passages;
};

/** Whether each choice gives a text whose elements end where they ended before. */
const isWhole = ({ by, opened, mine, newer }: Passage): boolean => {
  if (by === 'nobody') return true;
  const loose = looseTagsOf(opened);
  if (by === 'both' && loose !== '') return false;
  return looseTagsOf(mine) === loose && looseTagsOf(newer) === loose;
};

/** Divides a text that two editors have changed into what one, the other, both or neither of them has changed. */
export const mergeTexts = (opened: string, mine: string, newer: string): Passage[] => {
  for (const which of ['all', 'outermost'] as const) {
    const passages = mergeBlocks(blocksOf(opened, which), blocksOf(mine, which), blocksOf(newer, which));
    if (passages?.every(isWhole)) return passages;
  }
  const by = mine === newer ? 'nobody' : mine === opened ? 'them' : newer === opened ? 'me' : 'both';
  return [{ by, opened, mine, newer }];
};

/** Whether both can be in the text, one behind the other. */
export const canTakeBoth = ({ mine, newer }: Passage): boolean => [mine, newer].some(hasBlocks);

const joined = (first: string, second: string): string =>
  first === '' || second === '' || /\s$/.test(first) ? first + second : `${first}\n${second}`;

/** @param choose what to take of a passage that both have changed, by its place among all passages */
export const textOf = (passages: readonly Passage[], choose: (place: number) => Choice): string =>
  passages
    .map(({ by, mine, newer }, place) => {
      if (by !== 'both') return by === 'them' ? newer : mine;
      const choice = choose(place);
      if (choice === 'both') return joined(newer, mine);
      return choice === 'newer' ? newer : mine;
    })
    .join('');
