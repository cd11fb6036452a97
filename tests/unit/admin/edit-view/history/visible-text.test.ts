/** @jest-environment jsdom */
// Its types are those of a browser, which tests do not have.
const { visibleText } = jest.requireActual<{ visibleText(html: string): string }>(
  '../../../../../src/plugins/content-delivery/admin/src/edit-view/history/visible-text',
);

it.each([
  [
    '<ul><li>First</li><li>Second item<ul><li>Nested item</li></ul></li></ul>',
    'First\nSecond item\nNested item',
  ],
  ['<ol><li>A<p>B</p></li></ol>', 'A\nB'],
  ['<section>A</section><section>B</section>text<article>C</article>', 'A\nB\ntext\nC'],
  ['<dl><dt>Term</dt><dd>Meaning</dd></dl>', 'Term\nMeaning'],
  ['<table><caption>Cap</caption><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', 'Cap\n1 2\n3'],
  ['<p>One <b>bold</b>word<br>and a <a href="/x">link</a></p>', 'One boldword\nand a link'],
  ['<details><summary>More</summary>Inside</details>', 'More\nInside'],
  ['<p>A</p><script>x</script><p><img alt="A cup" src="a">after</p>', 'A\n[A cup] after'],
])('has a line for each block of %s', (html, text) => expect(visibleText(html)).toBe(text));
