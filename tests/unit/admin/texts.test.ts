import german from '../../../src/plugins/content-delivery/admin/src/translations/de.json';
import english from '../../../src/plugins/content-delivery/admin/src/translations/en.json';

describe.each([
  ['English', english as Record<string, string>],
  ['German', german as Record<string, string>],
])('the texts of the panel in %s', (_language, texts) => {
  const those = (pattern: RegExp): string[] =>
    Object.entries(texts)
      .filter(([, text]) => pattern.test(text))
      .map(([key]) => key);

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
