import fc from 'fast-check';
import { htmlProblem } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/broken-html';

describe('broken HTML', () => {
  it.each([
    '<p>a<p>b',
    '<ul><li>a<li>b</ul>',
    '<br><br/><img src="a">',
    '<table><tr><td>a<tr><td>b</table>',
    'Fish & chips, 1 < 2, <3',
    '<script>if (a < b) { "</p>" }</script>',
    '<style>a > b {}</style><textarea><b></textarea>',
    '<svg viewBox="0 0 1 1"><path d="M0"/><g><circle/></g></svg>',
    '<!doctype html><html><head><title>a & b</title></head><body><main>x</main></body></html>',
    '<!-- a --><a href=x>y</a>',
    '<constructor>a</constructor><tostring>b</tostring>',
    '',
  ])('is not %p', (html) => expect(htmlProblem(html)).toBeNull());

  it.each([
    ['<div><p>x', /"<div>" is not closed/, 1, 1],
    ['a\n<p>b</div>', /"<\/div>" closes nothing/, 2, 5],
    ['<b><i>x</b></i>', /"<i>" is not closed/, 1, 4],
    ['<a href="x>y</a>', /A tag is not finished/, 1, 17],
    ['<!-- x', /comment is not closed/, 1, 7],
    ['<a href=x href=y>z</a>', /same attribute twice/, 1, 15],
    ['<p a"b>', /stray quotation mark/, 1, 5],
    ['<h1>a</h2>', /closes nothing/, 1, 6],
    ['<script>x', /"<script>" is not closed/, 1, 1],
  ])('is %p', (html, message, line, column) =>
    expect(htmlProblem(html)).toMatchObject({
      message: expect.stringMatching(message) as string,
      line,
      column,
    }),
  );

  it('is what lacks one of its tags', () => {
    const element = fc.letrec<{ node: string; tree: string }>((tie) => ({
      node: fc.oneof(fc.constantFrom('text', '&amp;', '<br>'), tie('tree')),
      tree: fc
        .tuple(fc.constantFrom('div', 'b', 'section', 'h2'), fc.array(tie('node'), { maxLength: 3 }))
        .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
    })).tree;
    fc.assert(
      fc.property(element, fc.nat(), (html, which) => {
        expect(htmlProblem(html)).toBeNull();
        const tags = [...html.matchAll(/<\/?(?:div|b|section|h2)>/g)];
        const tag = tags[which % tags.length];
        const at = tag?.index ?? 0;
        expect(htmlProblem(html.slice(0, at) + html.slice(at + (tag?.[0].length ?? 0)))).not.toBeNull();
      }),
    );
  });
});
