import fc from 'fast-check';
import {
  blocksOf,
  looseTagsOf,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/blocks';
import { anyHtml } from '../../html-editor/any-html';

describe('the blocks of a text', () => {
  it.each([
    ['<h2>A</h2>\n<p>B</p>\n\n<p>C <b>D</b></p>', ['<h2>A</h2>\n', '<p>B</p>\n\n', '<p>C <b>D</b></p>']],
    ['<ul>\n <li>A</li>\n <li>B</li>\n</ul>', ['<ul>\n ', '<li>A</li>\n ', '<li>B</li>\n', '</ul>']],
    ['<div class="a"><p>A</p><p>B</p></div>', ['<div class="a">', '<p>A</p>', '<p>B</p>', '</div>']],
    ['<p>Hard\nwrapped<br>line</p><p>B</p>', ['<p>Hard\nwrapped<br>line</p>', '<p>B</p>']],
    ['<p>A<p>B', ['<p>A', '<p>B']],
    ['A<br><br>\nB <i>C</i>', ['A<br>', '<br>\n', 'B <i>C</i>']],
    ['A line\nAnother\n\nA third', ['A line\n', 'Another\n\n', 'A third']],
    ['<pre><code>a\n\n  b</code></pre><hr>', ['<pre><code>a\n\n  b</code></pre>', '<hr>']],
    ['<!-- wp:x -->\n<p>A</p>\n<!-- /wp:x -->', ['<!-- wp:x -->\n', '<p>A</p>\n', '<!-- /wp:x -->']],
    ['\n\n  A title', ['\n\n  A title']],
    ['', []],
  ])('of %j', (text, blocks) => expect(blocksOf(text)).toEqual(blocks));

  it('are in no other element where only the outermost are asked for', () => {
    expect(blocksOf('<ul><li>A</li></ul>\n<p>B</p>C', 'outermost')).toEqual([
      '<ul><li>A</li></ul>\n',
      '<p>B</p>',
      'C',
    ]);
  });

  it('are the text again, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(anyHtml, fc.string()), (text) => {
        for (const which of ['all', 'outermost'] as const) expect(blocksOf(text, which).join('')).toBe(text);
      }),
    );
  });
});

it.each([
  ['<p>A <b>B</b><br></p>', ''],
  ['<li>A<ul>', 'li ul'],
  ['</ul></li>', '/ul /li'],
  ['<script>"</p><b>"</script>', ''],
  ['<img src="a>b"><svg><path d="" /></svg>', ''],
])('of %j the tags that begin or end elsewhere are %j', (html, tags) => expect(looseTagsOf(html)).toBe(tags));
