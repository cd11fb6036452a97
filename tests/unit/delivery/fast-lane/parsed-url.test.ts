import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { ROUTES, type Route } from '../../../../src/plugins/content-delivery/server/src/delivery/answers';
import { parseUrl } from '../../../../src/plugins/content-delivery/server/src/delivery/fast-lane/parsed-url';
import { createRequestQueries } from '../../../../src/plugins/content-delivery/server/src/delivery/http/request-query';
import { ParameterProblem } from '../../../../src/plugins/content-delivery/server/src/platform/parameters';

const requestTo = (url: string) => ({ url, headers: {} }) as IncomingMessage;

describe('parseUrl', () => {
  it.each([...ROUTES])('knows %s', (path, route) => {
    expect(parseUrl(`${path}?apiKey=k&slug=a%2Fb`)).toEqual({
      path,
      route,
      querystring: 'apiKey=k&slug=a%2Fb',
    });
  });

  it.each(['/api/posts', '/api/posts?apiKey=a', '/admin?apiKey=a'])('leaves %s to Strapi', (address) => {
    expect(parseUrl(address)).toBeNull();
  });

  it.each(['//api/blog?apiKey=a', '/api/blog/?apiKey=a', '/API/BLOG?apiKey=a', '/./api//blog?apiKey=a'])(
    'reads %s as another spelling of the same',
    (address) => {
      expect(parseUrl(address)).toEqual(parseUrl('/api/blog?apiKey=a'));
    },
  );

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseUrl(`/api/blog${text}`)).not.toThrow();
      }),
    );
  });
});

describe('the query of a request', () => {
  const queryOf = createRequestQueries((key) => `hash of ${key}`);
  const read = (querystring: string, route: Route) =>
    queryOf(requestTo(`/api/${route}?${querystring}`), querystring).deliveryQuery(route);

  it('says what the four routes are asked for', () => {
    expect(read('apiKey=k', 'blog')).toEqual({ route: 'blog' });
    expect(read('slug=a%2Fb&apiKey=k&utm=1', 'blog')).toEqual({ route: 'blog', slug: 'a/b' });
    expect(read('campaignId=c&slug=s', 'pseo-pages')).toEqual({
      route: 'pseo-pages',
      campaignId: 'c',
      slug: 's',
    });
    expect(read('slug=s', 'taxonomies')).toEqual({ route: 'taxonomies' });
    expect(read('slug=&slug=s', 'internal-links')).toEqual({ route: 'internal-links' });
  });

  it.each(['slug=', 'slug[x]=b', 'slug=a&slug=b'])(
    'refuses %s, and tells the key all the same',
    (querystring) => {
      const query = queryOf(requestTo(''), `apiKey=k&${querystring}`);
      expect(() => query.deliveryQuery('blog')).toThrow(ParameterProblem);
      expect(query.key()).toEqual({ hash: 'hash of k', isInHeader: false });
    },
  );

  it.each(['apiKey=a&apiKey=b', 'apiKey[]=a'])('refuses the key of %s', (querystring) => {
    expect(() => queryOf(requestTo(''), querystring).key()).toThrow(ParameterProblem);
  });

  it.each(['', 'apiKey=', 'slug=a'])('finds no key in "%s"', (querystring) => {
    expect(queryOf(requestTo(''), querystring).key()).toBeNull();
  });

  it('gives any key and slug back as they were', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        (apiKey, slug) => {
          const query = queryOf(requestTo(''), new URLSearchParams({ apiKey, slug }).toString());
          expect(query.key()?.hash).toBe(`hash of ${apiKey}`);
          expect(query.deliveryQuery('blog')).toEqual({ route: 'blog', slug });
        },
      ),
    );
  });

  it('hashes the key of a request once, and parses again what was rewritten', () => {
    const hash = jest.fn((key: string) => key);
    const counted = createRequestQueries(hash);
    const request = requestTo('/api/blog?apiKey=a');
    expect(counted(request, 'apiKey=a').key()?.hash).toBe('a');
    expect(counted(request, 'apiKey=a').key()?.hash).toBe('a');
    expect(hash).toHaveBeenCalledTimes(1);
    expect(counted(request, 'apiKey=b').key()?.hash).toBe('b');
  });
});
