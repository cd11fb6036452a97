import {
  cacheControlProblem,
  unknownDirectives,
} from '../../../../src/plugins/content-delivery/server/src/delivery/http/cache-control';

describe('a value of Cache-Control', () => {
  it.each([
    'public, max-age=0, must-revalidate',
    'public,max-age=0,s-maxage=30,stale-while-revalidate=600, stale-if-error=86400',
    'No-Store',
    'private="x-a, x-b", max-age="60"',
    'no-cache="set-cookie", immutable',
    'public, , max-age=60,',
  ])('can be %s', (value) => {
    expect(cacheControlProblem(value)).toBeNull();
    expect(unknownDirectives(value)).toEqual([]);
  });

  it('may have directives of some cache beside those of HTTP', () => {
    expect(cacheControlProblem('public, max-agee=60, community="a, b"')).toBeNull();
    expect(unknownDirectives('public, max-agee=60, community="a, b"')).toEqual([
      'max-agee=60',
      'community="a, b"',
    ]);
  });

  it.each([
    ['banana', 'is "banana", which has no directive that caches know'],
    ['banana, split=1', 'has no directive that caches know'],
    [', ,', 'has no directive that caches know'],
    ['public; max-age=60', 'has "public; max-age=60", which is no directive: separate them by commas'],
    ['public max-age=60', 'which is no directive'],
    ['max-age = 60', 'which is no directive'],
    ['"public, max-age=0"', 'which is no directive'],
    ['public, private="x', 'which is no directive'],
    ['max-age', 'has "max-age"; max-age must be followed by seconds, such as max-age=60.'],
    ['max-age=1h', 'must be followed by seconds'],
    ['public, s-maxage=-1', 'must be followed by seconds'],
    ['public=60', 'has "public=60"; public must stand alone.'],
  ])('cannot be %s', (value, problem) => {
    expect(cacheControlProblem(value)).toContain(problem);
  });
});
