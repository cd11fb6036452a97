import fc from 'fast-check';
import {
  compareWords,
  shortenSame,
  type Part,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/history/words';
import { costOf } from '../../../../support/cpu-time';

const text = (parts: readonly Part[], ...kinds: Part['kind'][]): string =>
  parts
    .filter(({ kind }) => kinds.includes(kind))
    .map((part) => part.text)
    .join('');
const words = (from: string): string[] => from.match(/\S+/g) ?? [];

describe('the words by which two texts differ', () => {
  it('are named with what is around them', () => {
    expect(compareWords('the quick brown fox jumps', 'the slow brown fox jumps high')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'removed', text: 'quick ' },
      { kind: 'added', text: 'slow ' },
      { kind: 'same', text: 'brown fox jumps ' },
      { kind: 'added', text: 'high' },
    ]);
    expect(compareWords('', '')).toEqual([]);
    expect(compareWords('a  b\n\nc', 'a b c').every(({ kind }) => kind === 'same')).toBe(true);
  });

  it('give both texts again, and are as few as can be', () => {
    const sentence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(sentence, sentence, (old, now) => {
        const parts = compareWords(old.join(' '), now.join(' '));
        expect(words(text(parts, 'same', 'removed'))).toEqual(old);
        expect(words(text(parts, 'same', 'added'))).toEqual(now);
        const changed = words(text(parts, 'removed')).length + words(text(parts, 'added')).length;
        expect(changed).toBe(old.length + now.length - 2 * longestCommon(old, now));
      }),
    );
  });

  it('are shown as one text for another where there are too many', async () => {
    const old = Array.from({ length: 20_000 }, (_, i) => `old${i}`).join(' ');
    const now = Array.from({ length: 20_000 }, (_, i) => `new${i}`).join(' ');
    const cost = await costOf(() =>
      expect(compareWords(`a ${old} z`, `a ${now} z`).map(({ kind }) => kind)).toEqual([
        'same',
        'removed',
        'added',
        'same',
      ]),
    );
    expect(cost).toBeLessThan(300);
  });

  it('are not lost among those that are the same', () => {
    const long = Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ');
    const [first, , last] = shortenSame(compareWords(`${long} old ${long}`, `${long} ${long}`));
    expect(first?.text).toMatch(/^ … w188 .* w199 $/);
    expect(last?.text).toMatch(/^w0 .* w11 {2}… $/);
  });
});

const longestCommon = (a: readonly string[], b: readonly string[]): number => {
  let row = b.map(() => 0);
  for (const word of a) {
    const next: number[] = [];
    b.forEach((other, at) => {
      const diagonal = at === 0 ? 0 : (row[at - 1] ?? 0);
      next.push(word === other ? diagonal + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    });
    row = next;
  }
  return row[row.length - 1] ?? 0;
};
