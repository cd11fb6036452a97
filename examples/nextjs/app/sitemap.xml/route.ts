import { connection } from 'next/server';
import { filesFor, sitemapEntries, sitemapIndex, urlSet } from '@/lib/sitemap';
import { xmlResponse } from '@/lib/xml';

export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  const entries = await sitemapEntries();
  const files = filesFor(entries);
  return xmlResponse('application/xml', files > 1 ? sitemapIndex(files) : urlSet(entries, 1));
};
