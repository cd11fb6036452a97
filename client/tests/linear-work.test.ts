import fc from 'fast-check';
import { linkKeywords } from '../src/link-keywords/index.js';
import { workOf } from './support/work';

/** Characters of the shorter text. */
const LENGTH = 6_000;
/** Of those that are made by the dozen. */
const SHORTER = 3_000;
/** Twice the text, and what grows with a logarithm. */
const MOST = 2.2;

const RULES = ['tea', 'a-a', '茶', 'ชา', 'x'].map((keyword, at) => ({ keyword, url: `/${at}` }));

/** What hard texts are made of: scripts without spaces, long tokens, elements without text, what does not end. */
const PIECES = [
  ...[
    '茶道文化',
    'おちゃ',
    'コーヒー',
    'ชาเย็น',
    'ກາເຟ',
    'ကော်ဖီ',
    'កាហ្វេ',
    '커피',
    'tea',
    'tea ',
    'a-',
    'x',
    'ß',
    'Ǆ',
  ],
  ...[
    'e\u0301\u0323',
    '\u0323',
    '\u00ad',
    '\u200d',
    '👩‍🚀',
    '🇩🇪',
    '👍🏽',
    '\ud83c',
    '\u3000',
    '  ',
    '.',
    '@',
    '://',
    '"',
  ],
  ...[
    '\u{20000}',
    '\u{e0067}',
    '\u0301',
    'tea.com ',
    'tea.com/',
    'a@b.c',
    'www.',
    'localhost:',
    '&shy;',
    '&amp;',
    '&amp',
    '&#x301;',
    '&',
    '\r\n',
  ],
  ...[
    '<b>',
    '</b>',
    '<b>&shy;</b>',
    '<i></i>',
    '<wbr>',
    '<br>',
    '<p>',
    '<div>',
    '</div>',
    '<table>',
    '<td>',
    '<a href=/x>',
  ],
  ...[
    '</a>',
    '<pre>',
    '<svg>',
    '</svg>',
    '<!---->',
    '<!--',
    '-->',
    '<a ',
    'a=b ',
    '<',
    '>',
    '</x>',
    '<script>',
    '<select>',
  ],
];

const workAt = (piece: string, length: number): number => {
  const html = piece.repeat(Math.ceil(length / piece.length));
  return workOf(() => linkKeywords(html, RULES));
};

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
    const work = workAt(piece, LENGTH);
    expect(work).toBeGreaterThan(0);
    expect(workAt(piece, 2 * LENGTH) / work).toBeLessThan(MOST);
  });

  it('is little where no keyword can begin', () => {
    workAt('Über ', LENGTH);
    expect(workAt('Über ', LENGTH) / LENGTH).toBeLessThan(2);
  });

  it('grows no faster than the text, whatever hard text that is', () => {
    const piece = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(piece, (repeated) => {
        // What is looked up once is not counted.
        workAt(repeated, repeated.length);
        expect(workAt(repeated, 2 * SHORTER) / workAt(repeated, SHORTER)).toBeLessThan(MOST);
      }),
      { numRuns: 40 },
    );
  });

  it('grows no faster than a text that begins and ends in different ways', () => {
    const half = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(half, half, (first, second) => {
        const work = (length: number): number => {
          const html = [first, second]
            .map((piece) => piece.repeat(Math.ceil(length / 2 / piece.length)))
            .join('');
          return workOf(() => linkKeywords(html, RULES));
        };
        expect(work(2 * SHORTER) / work(SHORTER)).toBeLessThan(MOST);
      }),
      { numRuns: 40 },
    );
  });
});
