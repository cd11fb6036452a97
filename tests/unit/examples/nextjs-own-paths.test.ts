import { isOwnPath, isTaken } from '../../../examples/nextjs/lib/own-paths';

describe('the own paths of the Next.js example', () => {
  it.each([
    '/',
    '/_not-found',
    '/_next/static/chunks/a.js',
    '/markdown/tea',
    '/api/preview/end',
    '/feed.xml',
    '/icon.svg',
    '/favicon.ico',
    '/logo.png',
    '/images/team/we.JPG',
    '/manifest.webmanifest',
    '/.well-known/apple-app-site-association',
  ])('are let through: %s', (path) => {
    expect(isOwnPath(path)).toBe(true);
  });

  it.each(['/blog', '/blog/tea', '/blog/tea.md', '/blog/node.js', '/about', '/aboutus', '/delivery/berlin'])(
    'are not those of content: %s',
    (path) => {
      expect(isOwnPath(path)).toBe(false);
    },
  );

  it('are those of pages that were added, and what is below them', () => {
    expect(['/about', '/about/team', '/aboutus'].map((path) => isOwnPath(path, ['about']))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(['/blog', '/blog/berlin', '/blog/tag/berlin', '/feed.xml', '/about/berlin'])(
    'take the place of a pSEO page: %s',
    (path) => {
      expect(isTaken(path, ['about'])).toBe(true);
    },
  );

  it.each(['/berlin', '/node.js', '/blog/in/berlin', '/blogs'])('leave a pSEO page its own: %s', (path) => {
    expect(isTaken(path, ['about'])).toBe(false);
  });
});
