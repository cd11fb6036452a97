import fc from 'fast-check';
import { plainText } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/plain-text';

describe('the text of what WordPress stores as HTML', () => {
  it.each([
    ['Line one<br />line two', 'Line one line two'],
    ['Line one<br>\n line two', 'Line one line two'],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['<ul><li>One</li><li>Two</li></ul>End', 'One Two End'],
    ['Before<div>in</div>after', 'Before in after'],
    ['<em>Un</em>breakable <b>B</b>&amp;<i>C</i>', 'Unbreakable B&C'],
    ['A<!-- not shown -->B', 'AB'],
    ['<br><br>', ''],
  ])('%j is %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
  // HTML has no NUL.
  const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

  it('is the text itself where nothing is markup, with its white space folded', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(plainText(text.replace(/[&<]/g, ''))).toBe(folded(text.replace(/[&<]/g, '')));
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        expect(plainText(escaped)).toBe(folded(text));
        expect(plainText(`<i>${escaped}</i>`)).toBe(folded(text));
      }),
    );
  });
});
