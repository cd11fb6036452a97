import type { APIRoute } from 'astro';
import { llmsTxt } from 'content-delivery-client/llms-txt';
import { collected, postSlugs } from '@/lib/content';
import { markdownPath, pagePath, postPath } from '@/lib/paths';
import { site } from '@/lib/settings';

/** What the website has, for agents that read it: https://llmstxt.org. */
export const GET: APIRoute = async () => {
  const slugs = await postSlugs();
  return new Response(
    await llmsTxt(collected, {
      origin: site.url,
      title: site.name,
      description: site.description,
      post: ({ slug }) => markdownPath(slug, slugs) ?? postPath(slug),
      page: ({ slug }) => pagePath(slug),
    }),
    { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } },
  );
};
