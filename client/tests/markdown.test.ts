import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { toMarkdown } from '../src/markdown/index.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** As most who show Markdown do, it takes HTML in it for HTML. */
const markdown = new MarkdownIt({ html: true });
const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const contentOf = (node: Node): string => {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return 'childNodes' in node ? node.childNodes.map(contentOf).join('') : '';
};
const textOf = (html: string): string =>
  parseFragment(html).childNodes.map(contentOf).join('').replace(/\s+/g, ' ').trim();
const attributesIn = (html: string): string[] => {
  const within = (node: Node): string[] =>
    'tagName' in node ? [...node.attrs.map(({ name }) => name), ...node.childNodes.flatMap(within)] : [];
  return parseFragment(html).childNodes.flatMap(within);
};

describe('toMarkdown', () => {
  it('keeps texts texts', () => {
    expect(toMarkdown('<p>Use &lt;div&gt; and &lt;img src=x onerror=alert(1)&gt;, not &amp;lt;.</p>')).toBe(
      'Use \\<div> and \\<img src=x onerror=alert(1)>, not \\&lt;.\n',
    );
    expect(toMarkdown('<p>AT&amp;T, a &amp; b, <code>a &lt; b &amp;amp; c</code></p>')).toBe(
      'AT&T, a & b, `a < b &amp; c`\n',
    );
  });

  it.each([
    ['paragraphs', 'p'],
    ['headings', 'h2'],
    ['quotations', 'blockquote'],
    ['items', 'ul', 'li'],
    ['numbered items', 'ol', 'li'],
    ['cells', 'table', 'tr', 'td'],
    ['links', 'a href="/tea"'],
    ['code', 'code'],
    ['blocks of code', 'pre', 'code'],
    ['lines that are kept', 'pre'],
    ['code in items', 'ul', 'li', 'pre'],
    ['code in quotations in items', 'ol', 'li', 'blockquote', 'pre'],
  ])('says in %s what the HTML says', (_what, ...names) => {
    const start = names.map((name) => `<${name}>`).join('');
    const end = [...names]
      .reverse()
      .map((name) => `</${name.split(' ')[0]}>`)
      .join('');
    const sign = fc.constantFrom(...'ab<>&;*_\\19. -', '&lt;', '&#60;', '<b>', '1. ', '. ');
    const text = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join('').trim());
    fc.assert(
      fc.property(text, (said) => {
        const html = `${start}${escaped(said)}${end}`;
        expect(textOf(markdown.render(toMarkdown(html)))).toBe(textOf(html));
      }),
    );
  });

  const ATTACK = '<img src=x onerror=alert(1)>';
  it.each([
    ['a text', `<p>${escaped(ATTACK)}</p>`],
    ['an alternative text', `<img src="/a.webp" alt="]${escaped(ATTACK)}">`],
    ['a title', `<a href="/a b" title="&quot;)${escaped(ATTACK)}">tea</a>`],
    ['the title of a picture', `<img src="/a b" title="x&quot;${escaped(ATTACK)}">`],
    ['an address', `<a href="/a ${escaped(ATTACK)}">tea</a>`],
    ['the address of a picture', `<img src="/a ${escaped(ATTACK)}">`],
    ['a link that shows its address', `<a href="img src=x onerror=alert(1)">img src=x onerror=alert(1)</a>`],
    ['a cell', `<table><tr><td><a href="/a ${escaped(ATTACK)}">tea</a><img src="/ ${escaped(ATTACK)}">`],
    ['code of several lines', `<p><code>a<br><br>${escaped(ATTACK)}</code></p>`],
    ['code that has a fence', `<pre><code>\`\`\`\n\n${escaped(ATTACK)}</code></pre>`],
    ['code in a strange language', `<pre><code class="language-\`">${escaped(ATTACK)}</code></pre>`],
    [
      'code in an item',
      `<ul><li>a<pre><code>\n- ${escaped(ATTACK)}\n\n${escaped(ATTACK)}</code></pre></li></ul>`,
    ],
    ['lines that are kept', `<pre>${escaped(ATTACK)}</pre>`],
    ['lines that are kept in bold', `<b>a <pre>a\n\n${escaped(ATTACK)}</pre></b>`],
    ['lines that are kept in a link', `<a href="/a"><pre>a\n\n${escaped(ATTACK)}</pre></a>`],
    ['code with old line ends', `<b><pre>a&#13;&#13;${escaped(ATTACK)}</pre></b>`],
    ['code behind code that is empty', `<code> </code><code>\`</code> ${escaped(ATTACK)}<code>a</code>`],
    ['code in lists in each other', `<ol><ol><li><pre>a\n${escaped(ATTACK)}</pre></li></ol></ol>`],
    ['code in items without a list', `<li><div><li><pre>a\n${escaped(ATTACK)}</pre></li></div></li>`],
    [
      'code that ends like the mark of an item',
      `<pre>a\n- \n</pre><p>b</p><pre>\n\n${escaped(ATTACK)}</pre>`,
    ],
    ['a broken tag', `<p title="><b>${escaped(ATTACK)}`],
  ])('makes no HTML of %s', (_where, html) => {
    expect(toMarkdown(html)).toContain('onerror');
    expect(attributesIn(markdown.render(toMarkdown(html)))).not.toContain('onerror');
  });

  it('keeps lines of code that end like the mark of an item', () => {
    expect(toMarkdown('<pre>a\n- \n&gt; \nb. </pre>')).toBe('```\na\n- \n> \nb. \n```\n');
  });

  it('keeps code in lists in its item, line by line', () => {
    const html =
      '<ol><li>Write<pre><code class="language-js">a;\n\n- b;</code></pre></li><li><pre>c</pre></li></ol>';
    expect(toMarkdown(html)).toBe(
      [
        '1. Write  ',
        '',
        '   ```js',
        '   a;',
        '   ',
        '   - b;',
        '   ```',
        '2. ```',
        '   c',
        '   ```',
        '',
      ].join('\n'),
    );
  });

  it('is the same whether blocks are in elements without meaning or not', () => {
    const blocks =
      '<p>a</p>b <i>c</i><h2>d</h2><ul><li>e<li>f</ul><table><tr><td>g<td>h<tr><td>i<td>j</table>k<br>l';
    const expected = 'a\n\nb _c_\n\n## d\n\n- e\n- f\n\n| g | h |\n| - | - |\n| i | j |\n\nk  \nl\n';
    expect(toMarkdown(blocks)).toBe(expected);
    expect(toMarkdown(`<article><div>${blocks}</div><!-- --> </article>`)).toBe(expected);
    expect(toMarkdown(`<div><section>${blocks}`)).toBe(expected);
  });

  it('leaves out what browsers do not show', () => {
    const html =
      '<!doctype html><!--> a <!-- b --><?php c ?><script>"</style>d"</script><constructor>e</constructor><b f';
    expect(toMarkdown(html)).toBe('a e\n');
  });

  it('cuts long paragraphs at spaces, where readers see none of it', () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `<b>a${at}</b> c<br> <i>d</i>`);
    expect(toMarkdown(`<p>${words.join(' ')}</p>`)).toBe(
      `${words.map((_, at) => `**a${at}** c  \n_d_`).join(' ')}\n`,
    );
  });

  /** Each takes minutes at least where time grows with the square of the length. */
  it.each([
    ['paragraphs', '<p>One of many texts.</p>\n', 20_000],
    ['paragraphs that nothing ends', '<p>a', 20_000],
    ['headings', '<h2>a</h2>', 20_000],
    ['bold words', '<b>a</b> ', 40_000],
    ['links', '<a href="/tea">tea</a> ', 20_000],
    ['digits', '1', 1_000_000],
    ['ampersands', '&', 1_000_000],
    ['ends of paragraphs', '</p>', 200_000],
    ['comments that nothing ends', '<!--', 500_000],
    ['scripts', '<script></script>', 100_000],
    ['elements without meaning in each other', '<div>', 200_000],
    ['attributes that nothing ends', '<a b="', 200_000],
  ])('takes no more time for each of many: %s', (_what, piece, times) => {
    expect(toMarkdown(piece.repeat(times))).toMatch(/\n$/);
  });
  it('nor for one long word in an item', () => {
    expect(toMarkdown(`<ul><li>${'a'.repeat(1_000_000)}</li></ul>`)).toHaveLength(1_000_003);
  });

  it.each([
    ['quotations in each other', '<blockquote>', 201],
    ['bold text that nothing ends', '<b>a', 201],
    ['a list that is too long', '<li>One of many items', 20_000],
    ['a paragraph without spaces', '<b>a</b>', 100_000],
    ['line ends', ' <br>', 100_000],
  ])('refuses what would take minutes: %s', (_what, piece, times) => {
    expect(() => toMarkdown(`<ul>${piece.repeat(times)}`)).toThrow(RangeError);
  });
  it('takes 200 elements in each other', () => {
    expect(toMarkdown('<blockquote>'.repeat(200) + 'a')).toMatch(/^>+ a\n$/);
  });
});
