/** @jest-environment jsdom */
// Its types are those of a browser, which tests do not have.
type Text = (key: string, values: { name: string }) => string;
const { visibleTexts } = jest.requireActual<{
  visibleTexts(versions: readonly string[], text: Text): string[];
}>('../../../../../src/plugins/content-delivery/admin/src/edit-view/history/visible-text');

const seen = (...versions: string[]): string[] =>
  visibleTexts(versions, (key, { name }) => `${key.replace('history.', '')}: ${name}`);

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
  ['<p><img alt="" src="/uploads/cup_1.jpg?v=2">after</p>', '[picture: cup_1.jpg] after'],
  ['<p><img src="data:image/png;base64,AA/BB"></p>', '[picture: …]'],
  ['<iframe src="https://a.example/v/1"></iframe>', '[embedded: https://a.example/v/1]'],
  ['<iframe title="Brewing" src="https://a.example/v/1"></iframe>', '[embedded: Brewing]'],
  [
    '<video><source src="/v.mp4">No video</video><audio src="/a.mp3"></audio>',
    '[video: /v.mp4] [audio: /a.mp3]',
  ],
  ['<object data="/a.pdf"><img alt="A" src="/a.png"></object>', '[embedded: /a.pdf]'],
  ['<p>A</p><script>x</script><p><img alt="A cup" src="a">after</p>', 'A\n[A cup] after'],
])('has a line for each block of %s', (html, text) => expect(seen(html)).toEqual([text]));

it.each([
  [['<img alt="A cup" src="/a.jpg">', '<img alt="A cup" src="/a.jpg">'], '[A cup]', '[A cup]'],
  [['<img alt="A cup" src="/a.jpg">', '<img alt="A cup" src="/b.jpg">'], '[A cup, a.jpg]', '[A cup, b.jpg]'],
  [
    ['<iframe title="Film" src="/1"></iframe>', '<iframe title="Film" src="/2"></iframe>'],
    '[embedded: Film, /1]',
    '[embedded: Film, /2]',
  ],
])('tells apart what has the same name in %j', (versions, before, after) =>
  expect(seen(...versions)).toEqual([before, after]),
);
