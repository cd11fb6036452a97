import { NextResponse, type NextRequest } from 'next/server';
import { exists } from '@/lib/existence';
import { isOwnPath } from '@/lib/own-paths';

/** The page that says so. Another address that nothing is at would be compared with routes by the address that was asked for. */
const NOWHERE = '/_not-found';
/** Of a visitor who has opened a preview: what is there is up to the token. */
const PREVIEW = '__prerender_bypass';

/**
 * What stands in front of all pages. An address where nothing is gets the page that says so: where a page itself finds nothing,
 * Next.js 16 answers with an empty body, which scripts fill. `/blog/<slug>.md` is the article as Markdown, unless that is the slug of another
 * one. An address that cannot be decoded, such as `/blog/%E0%A4%A`, is not found. (A rewrite in next.config.ts, or a matcher here, makes a
 * fault of the server of that.)
 */
export const proxy = async (request: NextRequest): Promise<NextResponse> => {
  const { pathname, searchParams } = new URL(request.url);
  const to = (path: string) => NextResponse.rewrite(new URL(path, request.url));
  let segments: string[];
  try {
    segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return to(NOWHERE);
  }
  if (isOwnPath(pathname)) return NextResponse.next();
  if (request.cookies.has(PREVIEW) || (await exists(segments, searchParams))) return NextResponse.next();
  const [, article] = /^\/blog\/([^/]+)\.md$/.exec(pathname) ?? [];
  return article !== undefined && (await exists(['blog', decodeURIComponent(article)], searchParams))
    ? to(`/markdown/${article}`)
    : to(NOWHERE);
};
