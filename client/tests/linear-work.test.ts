import { linkKeywords } from '../src/link-keywords/index.js';
import { workOf } from './support/work';

/** Characters of the shorter text. */
const LENGTH = 6_000;
/** Twice the text, and what grows with a logarithm. */
const MOST = 2.2;

const RULES = ['tea', 'a-a', '茶', 'ชา', 'x'].map((keyword, at) => ({ keyword, url: `/${at}` }));

describe('work that linkKeywords does', () => {
  it.each([
    ['texts between tables', 'x<table></table>'],
    ['texts in tables', '<table>x<td>tea</table>'],
    ['elements without text', '<b>&shy;</b>'],
    ['one word of many parts', 'a-'],
    ['names of hosts', 'tea.com '],
    ['Han', '茶道文化'],
    ['Thai', 'ชาเย็น'],
  ])('grows no faster than the text: %s', (_what, piece) => {
    const workAt = (length: number) => {
      const html = piece.repeat(Math.ceil(length / piece.length));
      return workOf(() => linkKeywords(html, RULES));
    };
    const work = workAt(LENGTH);
    expect(work).toBeGreaterThan(0);
    expect(workAt(2 * LENGTH) / work).toBeLessThan(MOST);
  });
});
