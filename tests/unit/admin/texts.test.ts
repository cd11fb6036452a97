import texts from '../../../src/plugins/content-delivery/admin/src/translations/en.json';

const entries = Object.entries(texts as Record<string, string>);
const those = (pattern: RegExp): string[] =>
  entries.filter(([, text]) => pattern.test(text)).map(([key]) => key);

describe('the texts of the panel', () => {
  it('write every count with the separators of the language', () => {
    expect(
      those(/\{(count|number|percent|places|position|total|shown|looked|page|pageCount|posts|done)\}/),
    ).toEqual([]);
  });

  it('write an ellipsis in one way: one character, with a space in front', () => {
    // Within an address or a value it stands for a part of it.
    expect(those(/\.\.\.|[^\s=“]…/)).toEqual([]);
  });
});
