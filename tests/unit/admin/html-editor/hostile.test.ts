/** @jest-environment jsdom */
import { Transform } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { openHtml } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/open';
import { countWords } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/words';
import { htmlCorpus } from '../../../fixtures/html-corpus';
import { anyHtml, damagedHtml } from './any-html';
import { openedVisually, schema } from './opened';

// Sizes that never came to an end, or ended in an error, by ways that take a time with the square of the length.

const each = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

const opened = (html: string) => openHtml(schema, html, Infinity);

describe('a text that visual mode cannot show opens as source', () => {
  it.each([
    ['boxes in boxes', `${'<div>'.repeat(1000)}x${'</div>'.repeat(1000)}`],
    ['boxes in boxes, by the hundred thousand', '<div>'.repeat(200_000)],
    ['elements around a word', `<p>${'<span>'.repeat(5000)}x${'</span>'.repeat(5000)}</p>`],
    ['templates in templates', '<template>'.repeat(50_000)],
    ['drawings in drawings', '<svg>'.repeat(50_000)],
    [
      'many elements around many breaks',
      `<p>${each(90, (index) => `<span a=${index}>`)}${'<br>'.repeat(20_000)}${'</span>'.repeat(90)}</p>`,
    ],
    [
      'formats that are opened again in each block',
      `<p>${each(1000, (index) => `<b a=${index}>`)}${'<p>x'.repeat(20_000)}`,
    ],
    ['fewer of them, and more blocks', `<p>${each(80, (index) => `<b a=${index}>`)}${'<p>x'.repeat(20_000)}`],
    ['one format in each block', '<p><b>x'.repeat(20_000)],
    ['end tags of paragraphs', '</p>'.repeat(30_000)],
  ])('%s', (_name, html) => {
    expect(opened(html)).toEqual({ reasons: [{ kind: 'nesting', name: '' }] });
  });

  it('cells that ask for a thousand million places', () => {
    const cell = '<tr><td rowspan=1000 colspan=1000>x</td></tr>';
    const even = `<tr>${'<td colspan=1000>x</td>'.repeat(300)}</tr>`;
    for (const html of [`<table>${cell.repeat(1000)}</table>`, `<table>${even}</table>`])
      expect(opened(html)).toEqual({ reasons: [expect.objectContaining({ kind: 'table' })] });
    const { doc, write } = openedVisually(
      '<table><tbody><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    );
    expect(doc.firstChild?.type.name).toBe('table');
    expect(write(doc)).toContain('<td rowspan="2">a</td>');
  });

  it('after a time', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(2000);
    expect(openHtml(schema, '<p>x</p>', 1000)).toEqual({ reasons: [{ kind: 'nesting', name: '' }] });
    clock.mockRestore();
    expect(openHtml(schema, '<p>x</p>', 1000)).toHaveProperty('doc');
  });
});

describe('a text that visual mode can show opens', () => {
  it.each([
    ['ends of blocks of WordPress', `<p>x</p>${'<!-- /wp:'.repeat(200_000)}-->`],
    ['attributes of a page', `<p>x</p>${each(20_000, (index) => `<html a${index}>`)}`],
    [
      'many breaks in some elements',
      `<p>${each(29, (index) => `<span a=${index}>`)}${'<br>'.repeat(40_000)}x${'</span>'.repeat(29)}</p>`,
    ],
    ['boxes in boxes that somebody may have written', `${'<div>'.repeat(60)}x${'</div>'.repeat(60)}`],
  ])('%s', (_name, html) => {
    const { doc, write } = openedVisually(html);
    expect(write(doc) === html).toBe(true);
  });

  it('and can be made bold throughout', () => {
    const { doc, write } = openedVisually(`<p>${'x<i>y</i>'.repeat(2000)}</p>`);
    const bold = schema.mark('bold');
    const later = new Transform(doc).addMark(1, doc.content.size - 1, bold).doc;
    expect(write(later)).toBe(`<p><strong>${'x<i>y</i>'.repeat(2000)}</strong></p>`);
  });
});

describe('countWords', () => {
  /** What it did before it was made to read a text once. */
  const plainly = (html: string): number => {
    const text = html
      .replace(/<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, ' ')
      .replace(/<\/?(?:b|strong|i|em|u|s|a|span|code|mark|sub|sup|small)(?:\s[^>]*)?>/gi, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
      .replace(/&(?:shy|zwnj|zwj);/gi, '')
      .replace(/&#?\w+;/g, 'x');
    if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text))
      return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,\-‐]?(?=[\p{L}\p{N}]))*/gu)?.length ?? 0;
    const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
    return [...words].filter(({ isWordLike }) => isWordLike).length;
  };

  it.each(htmlCorpus())('counts what it counted: %s', (_name, html) => {
    expect(countWords(html)).toBe(plainly(html));
  });

  it('counts what it counted, whatever it is', () => {
    const parts = fc.constantFrom(
      ...'<,>,</,<a ,<b>,<!--,-->,<script ,<script>,</script>,</SCRIPT >,<style>,</style >,x, ,&nbsp;,&,;,ก'.split(
        ',',
      ),
    );
    const tangled = fc.array(parts, { maxLength: 20 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(anyHtml, damagedHtml, tangled), (html) => {
        expect(countWords(html)).toBe(plainly(html));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['<', 0],
    ['<a ', 300_000],
    ['<!--', 0],
    ['<script ', 300_000],
    ['&', 0],
  ])('counts %j by the hundred thousand', (part, count) => {
    expect(countWords(part.repeat(300_000))).toBe(count);
  });

  it('counts millions of letters without a space', () => {
    expect(countWords('a-'.repeat(3_000_000))).toBeLessThan(1000);
    expect(countWords('ก'.repeat(300_000))).toBeGreaterThan(0);
  });
});
