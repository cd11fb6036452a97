import { connection } from 'next/server';
import { site } from '@/lib/settings';

export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${site().url}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
};
