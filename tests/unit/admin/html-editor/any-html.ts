import fc from 'fast-check';
import { htmlCorpus } from '../../../fixtures/html-corpus';

const space = fc.constantFrom('', '', '', ' ', '\n', '\n\n', '\r\n', '\t', '\n  ');
const words = fc.constantFrom(
  'word',
  'two words',
  ' spaced ',
  '&nbsp;',
  '&amp;',
  'a < b',
  '&lt;p&gt;',
  'ü',
  '☕️',
  '\u00a0',
  '[gallery]',
  '{{ x }}',
  '\n',
  'line\nbreak',
  '&copy',
  '',
);
const attributes = fc
  .array(
    fc.constantFrom(
      ' class="a b"',
      " id='x'",
      ' style="color: red"',
      ' style="text-align:center"',
      ' data-x',
      ' DIR=rtl',
      ' title="a &quot;b&quot;"',
      ' onclick="x()"',
      ' lang="de"',
    ),
    { maxLength: 2 },
  )
  .map((all) =>
    [...new Set(all.map((one) => one.split('=')[0]))]
      .map((name) => all.find((one) => one.split('=')[0] === name))
      .join(''),
  );
const kept = fc.constantFrom(
  '<!-- comment -->',
  '<!-- wp:paragraph -->',
  '<!-- /wp:paragraph -->',
  '<!-- wp:block {"ref":1} /-->',
  '<script>if (a < b) c("</p>")</script>',
  '<x-y z="1">in <b>it</b></x-y>',
  '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>',
  '<iframe src="//maps.example"></iframe>',
  '<svg><path d="M0 0"/></svg>',
  '<video src="a.mp4"></video>',
  '<form><input name="a"></form>',
  '<textarea>\n a</textarea>',
);

interface Parts {
  inline: string;
  block: string;
}

const { inline, block } = fc.letrec<Parts>((tie) => {
  const element = (tags: string[], content: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...tags), attributes, content, fc.boolean())
      .map(([tag, attrs, inside]) => `<${tag}${attrs}>${inside}</${tag}>`);
  const inlines = fc.array(tie('inline'), { maxLength: 4 }).map((all) => all.join(''));
  const blocks = fc
    .array(fc.tuple(space, tie('block')), { minLength: 1, maxLength: 3 })
    .map((all) => all.map(([before, one]) => before + one).join(''));
  const flow = fc.oneof(
    inlines,
    blocks,
    fc.tuple(inlines, blocks).map((both) => both.join('')),
  );
  const items = (tag: string, content: fc.Arbitrary<string>) =>
    fc
      .array(fc.tuple(space, attributes, content, fc.boolean()), { minLength: 1, maxLength: 3 })
      .map((all) =>
        all
          .map(
            ([before, attrs, inside, isClosed]) =>
              `${before}<${tag}${attrs}>${inside}${isClosed ? `</${tag}>` : ''}`,
          )
          .join(''),
      );
  const row = items('td', fc.oneof(inlines, flow)).map((cells) => `<tr>${cells}</tr>`);
  return {
    inline: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      words,
      fc.constantFrom('<br>', '<br/>', '<img src="a.png" alt="">', '<IMG SRC=b.png>', '<wbr>'),
      element(
        ['b', 'strong', 'em', 'i', 'u', 's', 'code', 'span', 'sup', 'a', 'mark', 'a href="/x"'].map(
          (tag) => tag,
        ),
        inlines,
      ).map(fixEnd),
      kept,
    ),
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      element(['p', 'p', 'p', 'h2', 'h3'], inlines),
      fc.tuple(attributes, inlines).map(([attrs, inside]) => `<p${attrs}>${inside}`),
      fc
        .tuple(fc.constantFrom('ul', 'ol'), attributes, items('li', flow), space)
        .map(([tag, attrs, inside, end]) => `<${tag}${attrs}>${inside}${end}</${tag}>`),
      element(['div', 'section', 'blockquote', 'figure', 'details'], flow),
      fc.array(row, { minLength: 1, maxLength: 2 }).map((rows) => `<table>${rows.join('\n')}</table>`),
      element(['pre'], words),
      fc.constantFrom(
        '<hr>',
        '<HR />',
        '<pre><code class="language-js">a &lt; b\n</code></pre>',
        '</div>',
        '</p>',
      ),
      inlines,
      kept,
    ),
  };
});

/** `</a href="/x">` is the end tag of `a`. */
function fixEnd(html: string): string {
  return html.replace(/<\/a href="\/x">$/, '</a>');
}

/** HTML as people and programs write it, and some that they should not. */
export const anyHtml: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(space, block), { maxLength: 6 }), space)
  .map(([all, end]) => all.map(([before, one]) => before + one).join('') + end);

/** A text of the corpus out of which a part was cut, or into which something was put. */
export const damagedHtml: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...htmlCorpus().map(([, html]) => html)),
    fc.nat(),
    fc.nat({ max: 60 }),
    fc.oneof(
      fc.constant(''),
      inline,
      fc.constantFrom('<', '>', '"', '</', '<b>', '</b>', '<p>', '<table>', '<!--', '&'),
    ),
  )
  .map(([html, place, length, put]) => {
    const start = html.length === 0 ? 0 : place % html.length;
    return html.slice(0, start) + put + html.slice(start + length);
  });
