/** @jest-environment jsdom */
import fc from 'fast-check';
import { htmlCorpus } from '../../../fixtures/html-corpus';
import { anyHtml, damagedHtml } from './any-html';
import { changedPart, meaningOf, opened, openedVisually, textPlaces, typed } from './opened';

const WORD = 'EDITED';

/** Types a word into each text of a document, one at a time, and looks at what becomes of the rest. */
const expectOnlyTheEditToShow = (html: string, most = Infinity): void => {
  const visual = opened(html);
  // An empty text gets a paragraph.
  if (!visual || meaningOf(html) === '') return;
  let last = 0;
  const places = textPlaces(visual.doc);
  const step = Math.max(1, Math.ceil(places.length / most));
  for (let index = 0; index < places.length; index += step) {
    const after = visual.write(typed(visual.doc, places[index] as number, WORD));
    const { start, end } = changedPart(html, after);
    // Each edit changes a part of its own: all other bytes stay.
    expect(start).toBeGreaterThanOrEqual(last);
    last = end;
    // And within its part, nothing is lost.
    expect(after).toContain(WORD);
    expect(meaningOf(after.replace(WORD, ''))).toBe(meaningOf(html));
  }
};

describe('HTML that is opened and saved', () => {
  it.each(htmlCorpus())('stays byte for byte: %s', (_name, html) => {
    const visual = opened(html);
    if (visual) expect(visual.write(visual.doc)).toBe(html);
  });

  it('stays byte for byte, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(anyHtml, damagedHtml), (html) => {
        const visual = opened(html);
        if (visual) expect(visual.write(visual.doc)).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it('stays byte for byte when an edit is taken back', () => {
    const html = '<P CLASS=x>One&nbsp;\n<p>Two</p>\r\n';
    const visual = openedVisually(html);
    const [place = 0] = textPlaces(visual.doc);
    const later = typed(visual.doc, place, WORD);
    expect(visual.write(later)).toBe(`<P CLASS=x>One&nbsp;${WORD}<p>Two</p>\r\n`);
    expect(visual.write(later.replace(place, place + WORD.length, visual.doc.slice(0, 0)))).toBe(html);
  });
});

describe('HTML with an edit in one place', () => {
  it.each(htmlCorpus())('keeps all other bytes, and all markup: %s', (_name, html) => {
    expectOnlyTheEditToShow(html);
  });

  it('keeps all other bytes, and all markup, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(anyHtml, damagedHtml), (html) => expectOnlyTheEditToShow(html, 4)),
      { numRuns: 300 },
    );
  });

  it('keeps all other bytes of 1 MB', () => {
    const paragraph =
      '<p class="a">A <b>bold</b> word &amp; a <a href=\'#\'>link</a>&nbsp;<br/>end\r\n</p>\n\n';
    const html = paragraph.repeat(Math.ceil((1024 * 1024) / paragraph.length));
    const visual = openedVisually(html);
    expect(visual.write(visual.doc) === html).toBe(true);
    const places = textPlaces(visual.doc);
    const place = places[places.length >> 1] as number;
    const after = visual.write(typed(visual.doc, place, WORD));
    const { start, end } = changedPart(html, after);
    expect(end - start).toBeLessThanOrEqual(paragraph.length);
    expect(after).toContain(`end${WORD}</p>`);
  });
});
