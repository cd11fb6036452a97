import fc from 'fast-check';
import { parseUrl } from '../../src/plugins/content-delivery/server/src/delivery/fast-lane/parsed-url';

describe('readAddress', () => {
  it('reads what the four routes are asked for', () => {
    expect(parseUrl('/api/blog?apiKey=k')).toEqual({
      path: '/api/blog',
      apiKey: 'k',
      question: { route: 'blog' },
    });
    expect(parseUrl('/api/blog?slug=a%2Fb&apiKey=k&utm=1')).toEqual({
      path: '/api/blog',
      apiKey: 'k',
      question: { route: 'blog', slug: 'a/b' },
    });
    expect(parseUrl('/api/pseo-pages?apiKey=k&campaignId=c&slug=s')).toEqual({
      path: '/api/pseo-pages',
      apiKey: 'k',
      question: { route: 'pseo-pages', campaignId: 'c', slug: 's' },
    });
    expect(parseUrl('/api/taxonomies?apiKey=k&slug=s')).toEqual({
      path: '/api/taxonomies',
      apiKey: 'k',
      question: { route: 'taxonomies' },
    });
    expect(parseUrl('/api/internal-links?apiKey=k')?.question).toEqual({ route: 'internal-links' });
  });

  it.each([
    '/api/blog',
    '/api/blog?',
    '/api/blog?apiKey=',
    '/api/blog?apiKey=a&apiKey=b',
    '/api/blog?apiKey[]=a',
    '/api/blog?apiKey=a&slug=',
    '/api/blog?apiKey=a&slug[x]=b',
    '/api/posts?apiKey=a',
    '/admin?apiKey=a',
  ])('leaves %s to Strapi', (address) => {
    expect(parseUrl(address)).toBeNull();
  });

  it.each(['//api/blog?apiKey=a', '/api/blog/?apiKey=a', '/API/BLOG?apiKey=a', '/./api//blog?apiKey=a'])(
    'reads %s as another spelling of the same',
    (address) => {
      expect(parseUrl(address)).toEqual(parseUrl('/api/blog?apiKey=a'));
    },
  );

  it('gives any key and slug back as they were', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        (apiKey, slug) => {
          const address = `/api/blog?${new URLSearchParams({ apiKey, slug }).toString()}`;
          expect(parseUrl(address)).toEqual({
            path: '/api/blog',
            apiKey,
            question: { route: 'blog', slug },
          });
        },
      ),
    );
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseUrl(`/api/blog?${text}`)).not.toThrow();
      }),
    );
  });
});
