import { tagHeaderProblem } from '../../../../src/plugins/content-delivery/server/src/delivery/http/tag-header';

describe('the header of tags', () => {
  it.each(['', 'Cache-Tag', 'Surrogate-Key', 'xkey', 'x'.repeat(64)])('may be %j', (header) => {
    expect(tagHeaderProblem(header)).toBeNull();
  });

  it.each([
    ['Cache Tag', /of letters, digits and hyphens/],
    ['Кеш', /of letters, digits and hyphens/],
    ['a:b', /of letters, digits and hyphens/],
    ['x'.repeat(65), /at most 64 characters/],
    ['ETag', /must not be ETag, which has another meaning/],
    ['set-cookie', /must not be set-cookie/],
    ['Referrer-Policy', /must not be/],
    ['X-Stale', /must not be/],
    ['Content-Anything', /must not be/],
    ['ACCESS-CONTROL-MAX-AGE', /must not be/],
  ])('must not be %j', (header, problem) => {
    expect(tagHeaderProblem(header)).toMatch(problem);
  });
});
