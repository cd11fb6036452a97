import fc from 'fast-check';
import {
  fitPageSlug,
  fitPostSlug,
  isPageSlug,
  isPostSlug,
} from '../../../src/plugins/content-delivery/contracts/slug-format';
import { costOf } from '../../support/cpu-time';

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('a', '/', '.', '..', '-', ' ', '%41', '%', '\u200b', 'é', '☕'), { maxLength: 8 })
    .map((parts) => parts.join('')),
);

/** The slug as a front end gets it that put it into an address as it is, and reads it as frameworks do. */
const throughAddress = (slug: string): string =>
  decodeURIComponent(new URL(`https://site.example/blog/${slug}`).pathname.slice('/blog/'.length));

/** Whatever a slug is made of, it fits, and stays as it is. */
const expectToFit = (fit: (from: string) => string, fits: (slug: string) => boolean, form: RegExp) =>
  fc.assert(
    fc.property(text, (from) => {
      const slug = fit(from);
      if (slug === '') return;
      expect(fits(slug)).toBe(true);
      expect(slug).toMatch(form);
      expect(throughAddress(slug)).toBe(slug);
      expect(fit(slug)).toBe(slug);
    }),
    { numRuns: 2000 },
  );

describe('the slug of a post', () => {
  it.each([
    'a',
    'News-2025_v1.0~x',
    'über-die-brücke',
    'cafe\u0301',
    '緑茶',
    'кава-за-5',
    'القهوة',
    'हिन्दी',
    '٤٢',
    '...',
    '-',
  ])('may be %j', (slug) => {
    expect([isPostSlug(slug), fitPostSlug(slug)]).toEqual([true, slug]);
  });

  it.each([
    ['a&b', 'a-b'],
    ['c+d', 'c-d'],
    ['#h', 'h'],
    ['a?b', 'a-b'],
    ['a/b', 'a-b'],
    ['a\\b', 'a-b'],
    [' lead', 'lead'],
    ['trail ', 'trail'],
    ['two words', 'two-words'],
    ['salt - & - pepper', 'salt-pepper'],
    ['caf%C3%A9', 'café'],
    ['100%', '100'],
    ['a%2Fb', 'a-b'],
    ['%2e%2e', ''],
    ['.', ''],
    ['..', ''],
    ['☕', ''],
    ['a☕b', 'a-b'],
    ['❤\ufe0f', ''],
    ['👍🏽', ''],
    ['a\u200bb', 'ab'],
    ['a\u202eb', 'ab'],
    ['a\u00adb', 'ab'],
    ['\u3164', ''],
    ['\ufeffa', 'a'],
    ['a\nb', 'a-b'],
    ['a\u0000b', 'a-b'],
    ['a\u00a0b', 'a-b'],
    ['a\ud800b', 'ab'],
    ['a"b', 'a-b'],
    ['½', ''],
    ['', ''],
  ])('may not be %j; %j would do', (slug, instead) => {
    expect([isPostSlug(slug), fitPostSlug(slug)]).toEqual([false, instead]);
  });

  it.each(['-', '&', '-&', 'a-', '%', '/', '../', '%2f'])(
    'is made of a long text of %j at once',
    async (piece) => {
      const cost = await costOf(() => {
        fitPostSlug(`${piece.repeat(20_000)}&`);
        fitPageSlug(`${piece.repeat(20_000)}&`);
      });
      expect(cost).toBeLessThan(20);
    },
  );

  it('stands in an address as it is, and what is made of any text does', () => {
    expectToFit(fitPostSlug, isPostSlug, /^[\p{L}\p{M}\p{Nd}\-_.~]+$/u);
  });
});

describe('the slug of a pSEO page', () => {
  it.each(['a', 'coffee/berlin', 'a/b/c.html', 'кава/львів'])('may be %j', (slug) => {
    expect([isPageSlug(slug), fitPageSlug(slug)]).toEqual([true, slug]);
  });

  it.each([
    ['../x', 'x'],
    ['a/../b', 'a/b'],
    ['./x', 'x'],
    ['a//b', 'a/b'],
    ['/lead', 'lead'],
    ['trail/', 'trail'],
    ['/', ''],
    ['coffee/new york', 'coffee/new-york'],
    ['a/ /b', 'a/b'],
    ['a/%2e%2e/b', 'a/b'],
    ['a%2fb', 'a/b'],
    ['a/b?c=d', 'a/b-c-d'],
    ['', ''],
  ])('may not be %j; %j would do', (slug, instead) => {
    expect([isPageSlug(slug), fitPageSlug(slug)]).toEqual([false, instead]);
  });

  it('stands in an address as it is, and what is made of any text does', () => {
    expectToFit(fitPageSlug, isPageSlug, /./);
  });
});
