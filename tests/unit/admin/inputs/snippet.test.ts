import fc from 'fast-check';
import {
  breadcrumb,
  countCharacters,
  cut,
  DESCRIPTION,
  fitOf,
  pixelWidth,
  TITLE,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/search-result/snippet';

const text = fc.string({ unit: 'grapheme', maxLength: 400 });

describe('the width of a text', () => {
  it('is that of Arial', () => {
    // 0.667 + 2 × 0.556, at 20 pixels.
    expect(pixelWidth('A11', 20)).toBeCloseTo(35.58, 5);
    expect(pixelWidth('iii', 20)).toBeLessThan(pixelWidth('WWW', 20) / 4);
  });

  it('counts letters with accents as plain ones, and wide scripts as wide', () => {
    expect(pixelWidth('é', 20)).toBe(pixelWidth('e', 20));
    expect(pixelWidth('漢字', 20)).toBe(40);
  });

  it('grows with the text', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(pixelWidth(`${one} ${other}`, 14)).toBeGreaterThan(pixelWidth(one, 14));
      }),
    );
  });
});

describe('characters', () => {
  it.each([
    ['', 0],
    ['Grinder', 7],
    ['👩‍👩‍👧 é', 3],
  ])('of %j are %i', (characters, count) => {
    expect(countCharacters(characters)).toBe(count);
  });
});

describe('the fit of a title', () => {
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['Coffee', 'short'],
    ['How to choose a grinder for espresso at home', 'good'],
    ['How to choose a grinder for espresso at home without spending more than you have to', 'long'],
    ['漢'.repeat(29), 'short'],
    ['漢'.repeat(30), 'long'],
  ])('of %j is %s', (title, fit) => {
    expect(fitOf(title, TITLE)).toBe(fit);
  });
});

describe('what a search engine shows of a text', () => {
  it('is all of it where there is room', () => {
    expect(cut('  Cold brew:\n one concentrate ', TITLE)).toBe('Cold brew: one concentrate');
  });

  it('ends at a word', () => {
    const long = 'How to choose a grinder for espresso at home without spending more than you have to';
    expect(cut(long, TITLE)).toBe('How to choose a grinder for espresso at home without …');
  });

  it('cuts a single long word where the room ends', () => {
    expect(cut('W'.repeat(100), TITLE)).toMatch(/^W{20,40} …$/);
  });

  it('never is wider than the room, and always begins like the text', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(TITLE, DESCRIPTION), (long, line) => {
        const shown = cut(long, line);
        expect(pixelWidth(shown, line.fontSize)).toBeLessThanOrEqual(line.maxWidth);
        const tidy = long.trim().replace(/\s+/g, ' ');
        expect(tidy.startsWith(shown.replace(/ …$/, ''))).toBe(true);
      }),
    );
  });
});

describe('an address in a search result', () => {
  it.each([
    ['https://example.com/blog/a-post', 'example.com › blog › a-post'],
    ['/blog/a-post', 'blog › a-post'],
    ['https://example.com/blog/%E3%82%AB', 'example.com › blog › カ'],
    ['https://example.com/%E0%A4%A', 'example.com › %E0%A4%A'],
  ])('%j is shown as %j', (address, shown) => {
    expect(breadcrumb(address)).toBe(shown);
  });
});
