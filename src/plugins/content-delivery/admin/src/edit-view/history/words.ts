import { diffArrays } from 'diff';

/** A stretch of one of two texts, or of both. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words that may be removed and added: more are shown as one text in place of the other. */
const MAX_CHANGES = 2_000;

/** What one text has that the other has not, by words; spaces and line breaks alone make no difference. */
export const compareWords = (before: string, after: string): Part[] => {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && isSame(old[start], now[start])) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && isSame(old[old.length - 1 - end], now[now.length - 1 - end])) end += 1;

  const oldMiddle = old.slice(start, old.length - end);
  const nowMiddle = now.slice(start, now.length - end);
  const changes = diffArrays(oldMiddle, nowMiddle, { comparator: isSame, maxEditLength: MAX_CHANGES });
  return joined([
    ...now.slice(0, start).map(as('same')),
    ...(changes?.flatMap(({ value, added, removed }) =>
      value.map(as(added ? 'added' : removed ? 'removed' : 'same')),
    ) ?? [...oldMiddle.map(as('removed')), ...nowMiddle.map(as('added'))]),
    ...now.slice(now.length - end).map(as('same')),
  ]);
};

/** Each with the space behind it, so that joined they are the text again. */
const wordsOf = (text: string): string[] => text.trimStart().match(/\S+\s*/g) ?? [];

const isSame = (a: string | undefined, b: string | undefined): boolean => a?.trimEnd() === b?.trimEnd();

const as =
  (kind: Part['kind']) =>
  (text: string): Part => ({ kind, text });

/** Neighbours of one kind in one part. The last word of either text has no space behind it, and may be followed now. */
const joined = (parts: readonly Part[]): Part[] => {
  const whole: Part[] = [];
  for (const [place, { kind, text: word }] of parts.entries()) {
    const text = place < parts.length - 1 && !/\s$/.test(word) ? `${word} ` : word;
    const last = whole[whole.length - 1];
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
};

/** Words that are shown on either side of a change. */
const AROUND = 12;

/** Long stretches that are the same are cut to the words around changes. */
export const shortenSame = (parts: readonly Part[]): Part[] =>
  parts.map((part, place) => {
    if (part.kind !== 'same') return part;
    const words = wordsOf(part.text);
    const before = place === 0 ? 0 : AROUND;
    const after = place === parts.length - 1 ? 0 : AROUND;
    if (words.length <= before + after + AROUND) return part;
    return {
      kind: 'same',
      text: `${words.slice(0, before).join('')} … ${words.slice(words.length - after).join('')}`,
    };
  });
