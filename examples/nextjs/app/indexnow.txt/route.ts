import { connection } from 'next/server';
import { indexNow } from '@/lib/settings';
import { notFoundResponse } from '@/lib/text-response';

/** The key that search engines look up to see that their caller speaks for this website: https://www.indexnow.org. */
export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  const { key } = indexNow();
  return key === null
    ? notFoundResponse()
    : new Response(key, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
