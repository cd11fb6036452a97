import { NextResponse, type NextRequest } from 'next/server';

/** The page that says so. Another address that nothing is at would be compared with routes by the address that was asked for. */
const NOWHERE = '/_not-found';

/**
 * What stands in front of all pages: `/blog/<slug>.md` is the article as Markdown, and an address that cannot be decoded, such as
 * `/blog/%E0%A4%A`, is not found. (A rewrite in next.config.ts, or a matcher here, makes a fault of the server of the latter.)
 */
export const proxy = (request: NextRequest): NextResponse => {
  const { pathname } = new URL(request.url);
  const to = (path: string) => NextResponse.rewrite(new URL(path, request.url));
  try {
    decodeURIComponent(pathname);
  } catch {
    return to(NOWHERE);
  }
  const [, article] = /^\/blog\/([^/]+)\.md$/.exec(pathname) ?? [];
  return article === undefined ? NextResponse.next() : to(`/markdown/${article}`);
};
