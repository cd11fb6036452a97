import fc from 'fast-check';
import { readAddress } from '../../src/plugins/content-delivery/server/src/delivery/fast-lane/address';

describe('readAddress', () => {
  it('reads what the four routes are asked for', () => {
    expect(readAddress('/api/blog?apiKey=k')).toEqual({
      path: '/api/blog',
      apiKey: 'k',
      question: { route: 'blog' },
    });
    expect(readAddress('/api/blog?slug=a%2Fb&apiKey=k&utm=1')).toEqual({
      path: '/api/blog',
      apiKey: 'k',
      question: { route: 'blog', slug: 'a/b' },
    });
    expect(readAddress('/api/pseo-pages?apiKey=k&campaignId=c&slug=s')).toEqual({
      path: '/api/pseo-pages',
      apiKey: 'k',
      question: { route: 'pseo-pages', campaignId: 'c', slug: 's' },
    });
    expect(readAddress('/api/taxonomies?apiKey=k&slug=s')).toEqual({
      path: '/api/taxonomies',
      apiKey: 'k',
      question: { route: 'taxonomies' },
    });
    expect(readAddress('/api/internal-links?apiKey=k')?.question).toEqual({ route: 'internal-links' });
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
    expect(readAddress(address)).toBeNull();
  });

  it.each(['//api/blog?apiKey=a', '/api/blog/?apiKey=a', '/API/BLOG?apiKey=a', '/./api//blog?apiKey=a'])(
    'reads %s as another spelling of the same',
    (address) => {
      expect(readAddress(address)).toEqual(readAddress('/api/blog?apiKey=a'));
    },
  );

  it('gives any key and slug back as they were', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        (apiKey, slug) => {
          const address = `/api/blog?${new URLSearchParams({ apiKey, slug }).toString()}`;
          expect(readAddress(address)).toEqual({
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
        expect(() => readAddress(`/api/blog?${text}`)).not.toThrow();
      }),
    );
  });
});
