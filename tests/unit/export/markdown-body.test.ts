import fc from 'fast-check';
import { markdownBody } from '../../../src/plugins/content-delivery/server/src/export/markdown/body';
import { asHtmlBlock } from '../../../src/plugins/content-delivery/server/src/export/markdown/html-block';
import { renderMarkdown } from '../../../src/plugins/content-delivery/server/src/migration/markdown/render';
import { visibleText } from '../../../src/plugins/content-delivery/server/src/platform/html/visible-text';
import { htmlCorpus } from '../../fixtures/html-corpus';

describe('the Markdown of a text', () => {
  it.each([
    [
      '<h2>Wheels</h2><p>One <strong>bold</strong> <a href="/a?b=1&amp;c">link</a>.</p>',
      '## Wheels\n\nOne **bold** [link](/a?b=1&c).\n',
    ],
    ['<ul><li>One</li><li>Two</li></ul>', '- One\n- Two\n'],
    ['<p><img src="/files/a.png" alt="A wheel"></p>', '![A wheel](/files/a.png)\n'],
    ['', '\n'],
  ])('%s', (html, text) => {
    expect(markdownBody(html)).toEqual({ text, isHtml: false, isPlainer: false });
  });

  it.each([
    [
      '<div>a\n\nb<pre>c\n \nd</PRE >e\n\nf<pre>g\n\nh</div>',
      '<div>a\nb<pre>c&#10;\nd</PRE >e\nf<pre>g\nh</div>',
    ],
    ['<div><prefix>a\n\nb</prefix></pre>c\n\nd</div>', '<div><prefix>a\nb</prefix></pre>c\nd</div>'],
  ])('has no empty line in HTML, and keeps those of <pre>: %j', (html, block) => {
    expect(asHtmlBlock(html, 'div')).toBe(block);
  });

  // A pattern for the whole element looked through all of the rest at each of them, for hours.
  it('keeps a million elements <pre> that are not closed', () => {
    const html = '<pre>'.repeat(1_000_000);
    expect(asHtmlBlock(html, 'pre')).toBe(html);
  });

  it('keeps as HTML what Markdown has no notation for, and only that', () => {
    const html =
      '<p>Before</p>\n<figure>\n\n<img src="/a.png" alt=""><figcaption>Of it</figcaption></figure><p>After</p>';
    const { text, isHtml } = markdownBody(html);
    expect(isHtml).toBe(true);
    expect(text).toBe(
      'Before\n\n<figure>\n<img src="/a.png" alt=""><figcaption>Of it</figcaption></figure>\n\nAfter\n',
    );
  });

  it.each([
    '<ol><li>a<ol><li>b</li></ol></li></ol>',
    '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
    '<ol><li><p>a</p><pre><code>npm i</code></pre></li><li>b</li></ol>',
    '<p>x</p><pre>a\n  b\n\n    c</pre>',
    '<h2>A<br>B</h2>',
    '<ul><li>a</li></ul><ul><li>b</li></ul>',
    '<table><tr><td>no head</td></tr></table>',
    '<p>two\u00a0\u00a0spaces</p>',
    '<ol start="5"><li>five</li></ol>',
    '<p style="display: none">unseen</p>',
  ])('keeps the structure of %s', (html) => {
    const { text } = markdownBody(html);
    const bare = (given: string) =>
      given
        .replace(/<\/?div>|<\/?t(?:head|body)>|\u200b| id="[^"]*"/g, '')
        .replace(/>\s+(?=<)/g, '>')
        .trim();
    expect(bare(renderMarkdown(text)).replace(/&#10;/g, '\n').replaceAll('&nbsp;', '\u00a0')).toBe(
      bare(html),
    );
  });

  it('says where attributes went', () => {
    expect(markdownBody('<p class="x">A</p>')).toEqual({ text: 'A\n', isHtml: false, isPlainer: true });
  });

  const said = (html: string) => visibleText(html);

  it('says what the HTML said, of texts that people have pasted', () => {
    for (const [name, html] of htmlCorpus()) {
      expect([name, said(renderMarkdown(markdownBody(html).text))]).toEqual([name, said(html)]);
    }
  });

  it('says what the HTML said, whatever is in it', () => {
    const word = fc.constantFrom(
      'one',
      '*two*',
      '_3_',
      '# four',
      '1. five',
      '<',
      '&amp;',
      '`',
      '\\',
      '[x](y)',
      '| a |',
      '- ',
      '\n\n',
      '    ',
      '{{ v }}',
      '~~s~~',
      '<!-- c -->',
      '&lt;b&gt;',
    );
    const tag = fc.constantFrom(
      'p',
      'h2',
      'ul',
      'li',
      'strong',
      'em',
      'code',
      'pre',
      'blockquote',
      'div',
      'table',
      'tr',
      'td',
      'a',
      'span',
      'figure',
      'sup',
      'details',
    );
    const html = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        word,
        fc
          .tuple(tag, fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, inner]) => `<${name}>${(inner as string[]).join(' ')}</${name}>`),
      ),
    })).node as fc.Arbitrary<string>;
    fc.assert(
      fc.property(
        fc.array(html, { maxLength: 5 }).map((parts) => parts.join('')),
        (text) => {
          expect(said(renderMarkdown(markdownBody(text).text))).toBe(said(text));
        },
      ),
    );
  });
});
