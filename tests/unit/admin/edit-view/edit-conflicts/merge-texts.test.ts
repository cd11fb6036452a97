import fc from 'fast-check';
import { looseTagsOf } from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/blocks';
import {
  mergeTexts,
  textOf,
  type Choice,
  type Passage,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge-texts';

const paragraphs = (words: readonly string[]): string => words.map((word) => `<p>${word}</p>`).join('\n');
const changed = (passages: readonly Passage[]) => passages.filter(({ by }) => by !== 'nobody');
const always = (choice: Choice) => () => choice;
const merged = (opened: string, mine: string, newer: string): string => {
  const passages = mergeTexts(opened, mine, newer);
  expect(passages.filter(({ by }) => by === 'both')).toEqual([]);
  return textOf(passages, always('mine'));
};

describe('two changes of one text', () => {
  const words = Array.from({ length: 12 }, (_, at) => `w${at + 1}`);
  const withChanges = (changes: Record<number, string>) =>
    paragraphs(words.map((word, at) => changes[at + 1] ?? word));

  it.each([
    [2, 10],
    [2, 3],
    [3, 2],
    [1, 12],
  ])('are joined in paragraphs %i and %i', (one, other) => {
    const texts = [withChanges({ [one]: 'mine' }), withChanges({ [other]: 'newer' })] as const;
    expect(merged(withChanges({}), ...texts)).toBe(withChanges({ [one]: 'mine', [other]: 'newer' }));
  });

  it.each([
    ['<ul><li>A</li><li>B</li><li>C</li></ul>', 'A', 'C'],
    ['<div class="wrap">\n<p>A</p>\n<p>B</p>\n</div>', 'A', 'B'],
    ['<table><tr><td>A</td></tr><tr><td>B</td></tr></table>', 'A', 'B'],
    ['A line\nAnother\nB line', 'A line', 'B line'],
    ['A<br>B', 'A', 'B'],
    ['<p>A</p>\n<p>B</p>', 'A', '</p>\n<p>B</p>'],
  ])('are joined in %j', (text, mine, newer) => {
    const [one, other] = [`${mine} mine`, newer.replace(/B|C/, 'newer')];
    expect(merged(text, text.replace(mine, one), text.replace(newer, other))).toBe(
      text.replace(newer, other).replace(mine, one),
    );
  });

  it('are one where both are the same, and none in white space', () => {
    const text = paragraphs(['A', 'B', 'C']);
    const mine = paragraphs(['A', 'mine', 'C']);
    expect(merged(text, mine, mine)).toBe(mine);
    expect(merged(text, mine, text.replaceAll('\n', '\n\n'))).toBe('<p>A</p>\n\n<p>mine</p>\n<p>C</p>');
  });

  it('are shown whole where they touch', () => {
    const passages = mergeTexts(
      withChanges({}),
      withChanges({ 2: 'mine', 5: 'me' }),
      withChanges({ 2: 'newer', 7: 'them' }),
    );
    expect(changed(passages)).toEqual([
      { by: 'both', opened: '<p>w2</p>\n', mine: '<p>mine</p>\n', newer: '<p>newer</p>\n' },
      { by: 'me', opened: '<p>w5</p>\n', mine: '<p>me</p>\n', newer: '<p>w5</p>\n' },
      { by: 'them', opened: '<p>w7</p>\n', mine: '<p>w7</p>\n', newer: '<p>them</p>\n' },
    ]);
    const others = { 5: 'me', 7: 'them' };
    expect(textOf(passages, always('mine'))).toBe(withChanges({ 2: 'mine', ...others }));
    expect(textOf(passages, always('newer'))).toBe(withChanges({ 2: 'newer', ...others }));
    expect(textOf(passages, always('both'))).toBe(withChanges({ 2: 'newer</p>\n<p>mine', ...others }));
  });

  it('touch where both put something in at the same place, or one removes what the other changes', () => {
    const text = paragraphs(['A', 'B']);
    const [mine, newer] = [paragraphs(['A', 'B', 'mine']), paragraphs(['A', 'B', 'newer'])];
    expect(textOf(mergeTexts(text, mine, newer), always('both'))).toBe(
      paragraphs(['A', 'B', 'newer', 'mine']),
    );
    expect(changed(mergeTexts(text, paragraphs(['A']), paragraphs(['A', 'newer'])))).toEqual([
      { by: 'both', opened: '<p>B</p>', mine: '', newer: '<p>newer</p>' },
    ]);
  });

  it('are one and the other whole where the elements around them differ', () => {
    const passages = mergeTexts('<p>A</p><p>B</p>', '<div><p>A</p><p>B</p></div>', '<p>A</p><p>newer</p>');
    expect(passages).toMatchObject([{ by: 'both', mine: '<div><p>A</p><p>B</p></div>' }]);
    expect(mergeTexts('A title', 'My title', 'Their title')).toMatchObject([{ by: 'both' }]);
  });
});

interface Block {
  tag: 'p' | 'h2' | 'ul' | 'blockquote';
  sentences: readonly string[];
}

const render = (blocks: readonly Block[], around: string): string => {
  const written = blocks.map(({ tag, sentences }) => {
    if (tag === 'ul') return `<ul>\n${sentences.map((one) => `<li>${one}</li>\n`).join('')}</ul>`;
    if (tag === 'blockquote') return `<blockquote>${paragraphs(sentences)}</blockquote>`;
    return `<${tag}>${sentences.join(' ')}</${tag}>`;
  });
  return around === '' ? written.join('\n') : `<${around}>\n${written.join('\n')}\n</${around}>`;
};

const TAGS = fc.constantFrom<Block['tag']>('p', 'p', 'p', 'h2', 'ul', 'blockquote');
const shapes = fc.array(fc.tuple(TAGS, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 14 });
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('write', 'add', 'remove', 'insert', 'insert list', 'remove block', 'move'),
    block: fc.nat(20),
    sentence: fc.nat(3),
  }),
  { minLength: 1, maxLength: 6 },
);

/** What an editor makes of a text; each sentence that is written is there only once. */
const edited = (
  text: readonly Block[],
  all: readonly { kind: string; block: number; sentence: number }[],
  editor: string,
): Block[] => {
  const blocks = text.map(({ tag, sentences }) => ({ tag, sentences: [...sentences] }));
  for (const [number, { kind, block, sentence }] of all.entries()) {
    const written = `${editor} writes ${number}.`;
    const at = block % (blocks.length + 1);
    const here = blocks[at];
    if (kind === 'insert') blocks.splice(at, 0, { tag: 'p', sentences: [written] });
    if (kind === 'insert list') blocks.splice(at, 0, { tag: 'ul', sentences: [written, `${written} Too.`] });
    if (!here) continue;
    if (kind === 'write') here.sentences[sentence % here.sentences.length] = written;
    if (kind === 'add') here.sentences.splice(sentence % (here.sentences.length + 1), 0, written);
    if (kind === 'remove' && here.sentences.length > 1)
      here.sentences.splice(sentence % here.sentences.length, 1);
    if (kind === 'remove block') blocks.splice(at, 1);
    if (kind === 'move') blocks.push(...blocks.splice(at, 1));
  }
  return blocks;
};

const sentencesIn = (html: string): string[] => html.match(/[\w ]+\./g)?.map((one) => one.trim()) ?? [];

it('lose no sentence of either editor', () => {
  const around = fc.constantFrom('', '', '', 'div', 'section');
  let joined = 0;
  fc.assert(
    fc.property(shapes, edits, edits, around, around, (blocks, mineEdits, newerEdits, outer, myOuter) => {
      const text = blocks.map(([tag, count], block): Block => ({
        tag,
        sentences: Array.from({ length: count }, (_, at) => `Block ${block} says ${at}.`),
      }));
      const opened = render(text, outer);
      const mine = render(edited(text, mineEdits, 'Anna'), myOuter);
      const newer = render(edited(text, newerEdits, 'Boris'), outer);
      const passages = mergeTexts(opened, mine, newer);
      if (!passages.some(({ by }) => by === 'both')) joined += 1;

      const before = new Set(sentencesIn(opened));
      const [typed, saved] = [sentencesIn(mine), sentencesIn(newer)];
      const written = [...typed, ...saved].filter((one) => !before.has(one));
      const kept = typed.filter((one) => saved.includes(one));
      const all = new Set(sentencesIn(textOf(passages, always('both'))));
      expect([...written, ...kept].filter((one) => !all.has(one))).toEqual([]);

      const shown = (side: 'mine' | 'newer') =>
        passages.flatMap((passage) => (passage.by === 'both' ? sentencesIn(passage[side]) : []));
      for (const choice of ['mine', 'newer', 'both'] as const) {
        const text = textOf(passages, always(choice));
        expect(looseTagsOf(text)).toBe('');
        const found = new Set([...sentencesIn(text), ...shown('mine'), ...shown('newer')]);
        expect(written.filter((one) => !found.has(one))).toEqual([]);
      }
      // Neither side's own text is made of anything else.
      const side = (which: 'mine' | 'newer') => passages.map((passage) => passage[which]).join('');
      expect(sentencesIn(side('mine')).filter((one) => written.includes(one)).length).toBeGreaterThanOrEqual(
        typed.filter((one) => written.includes(one)).length,
      );
    }),
    { numRuns: 500 },
  );
  expect(joined).toBeGreaterThan(50);
});
