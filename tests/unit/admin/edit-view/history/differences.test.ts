import {
  differencesOf,
  inWords,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/history/differences';

describe('what two versions say differently', () => {
  const visible = (field: string, texts: readonly string[]) =>
    field === 'content'
      ? texts.map((text) =>
          text
            .replace(/<\/p>/g, '\n')
            .replace(/<[^>]*>/g, '')
            .trim(),
        )
      : texts;

  it('is compared in the words that readers see', () => {
    const before = { title: 'Tea', content: '<p>One <b>cup</b></p><p>Two</p>', slug: 'tea' };
    const after = { title: 'Tea', content: '<p>One pot</p><p>Two</p>', slug: 'tea' };
    expect(differencesOf(before, after, visible)).toEqual([
      {
        field: 'content',
        isMarkupOnly: false,
        parts: [
          { kind: 'same', text: 'One ' },
          { kind: 'removed', text: 'cup\n' },
          { kind: 'added', text: 'pot\n' },
          { kind: 'same', text: 'Two' },
        ],
      },
    ]);
  });

  it('is said to be markup where the words are the same', () => {
    const [difference] = differencesOf({ content: '<p>a b</p>' }, { content: '<p>a <i>b</i></p>' }, visible);
    expect(difference?.isMarkupOnly).toBe(true);
  });

  it('names related entries, files and the parts of a list', () => {
    expect(
      inWords([
        { documentId: 'x', name: 'News' },
        { documentId: 'y', name: 'Tips' },
      ]),
    ).toBe('News\nTips');
    expect(inWords([{ keyword: 'tea', url: '/tea', anchor: null, internal: true }])).toBe(
      'keyword: tea\nurl: /tea\ninternal: true',
    );
    expect(
      differencesOf({ category: null }, { category: { documentId: 'x', name: 'News' } }, visible),
    ).toEqual([{ field: 'category', isMarkupOnly: false, parts: [{ kind: 'added', text: 'News' }] }]);
  });
});
