import { llmsTxt } from 'content-delivery-client/llms-txt';
import { connection } from 'next/server';
import { visibleSlugs } from '@/lib/content';
import { markdownPath, pagePath, postPath } from '@/lib/paths';
import { site } from '@/lib/settings';
import { listed } from '@/lib/sitemap';
import { textResponse } from '@/lib/text-response';

/** What the website has, for agents that read it: https://llmstxt.org. */
export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  const { name, description, url } = site();
  const slugs = await visibleSlugs();
  const text = await llmsTxt(listed(), {
    origin: url,
    title: name,
    description,
    post: ({ slug }) => markdownPath(slug, slugs) ?? postPath(slug),
    page: ({ slug }) => pagePath(slug),
  });
  return textResponse('text/markdown', text);
};
