import { connection } from 'next/server';
import { siteMap } from '@/lib/sitemap';
import { textResponse } from '@/lib/text-response';

export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  return textResponse('application/xml', (await siteMap()).main);
};
