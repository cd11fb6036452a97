import { filesFor, sitemapEntries, urlSet } from '@/lib/sitemap';
import { xmlResponse } from '@/lib/xml';

/** A part of a sitemap that is too long for one file. */
export const GET = async (
  _request: Request,
  { params }: { params: Promise<{ part: string }> },
): Promise<Response> => {
  const { part } = await params;
  const entries = await sitemapEntries();
  const exists = /^[1-9]\d*$/.test(part) && Number(part) <= filesFor(entries);
  return exists
    ? xmlResponse('application/xml', urlSet(entries, Number(part)))
    : new Response(null, { status: 404 });
};
