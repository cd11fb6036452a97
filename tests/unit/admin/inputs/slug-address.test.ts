import fc from 'fast-check';
import {
  encodedCharacters,
  pageAddress,
  shownSlug,
} from '../../../../src/plugins/content-delivery/admin/src/shared/post-address';

describe('the address of a post', () => {
  it.each([
    ['https://example.com', 'a-post', 'https://example.com/blog/a-post'],
    ['https://example.com/', 'a-post', 'https://example.com/blog/a-post'],
    [' https://example.com/site// ', 'a-post', 'https://example.com/site/blog/a-post'],
    [null, 'a-post', '/blog/a-post'],
    ['https://example.com', 'a b/c?d#e', 'https://example.com/blog/a%20b%2Fc%3Fd%23e'],
    ['https://example.com', 'カフェ', 'https://example.com/blog/%E3%82%AB%E3%83%95%E3%82%A7'],
  ])('of the website %j and the slug %j is %j', (url, slug, address) => {
    expect(pageAddress(url, slug)).toBe(address);
  });

  it('leads back to the slug, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (slug) => {
        const { pathname } = new URL(pageAddress('https://example.com', slug));
        // A browser takes `.` and `..` for folders.
        fc.pre(!/^\.{1,2}$/.test(slug));
        expect(decodeURIComponent(pathname.slice('/blog/'.length))).toBe(slug);
      }),
    );
  });
});

describe('the characters of a slug that are written in code', () => {
  it.each([
    ['a-post_1.html', []],
    ['über', []],
    ['カフェ', []],
    ['a b c', [' ']],
    ['a/b?c/d', ['/', '?']],
    ['café', []],
  ])('of %j are %j', (slug, characters) => {
    expect(encodedCharacters(slug)).toEqual(characters);
  });
});

describe('the slug that the field shows', () => {
  it('is what the editor typed, else what saving would make', () => {
    expect([shownSlug('mine', 'made'), shownSlug('', 'made'), shownSlug(null, 'made')]).toEqual([
      'mine',
      'made',
      'made',
    ]);
  });
});
