import type { APIRoute } from 'astro';
import { feed } from 'content-delivery-client/feed';
import { collected } from '@/lib/content';
import { feedHtml } from '@/lib/html';
import { postPath } from '@/lib/paths';
import { site } from '@/lib/settings';

/** The newest posts as RSS 2.0, with pictures and content. */
export const GET: APIRoute = async () => {
  const { rss } = await feed(collected, {
    origin: site.url,
    title: site.name,
    description: site.description,
    language: site.language,
    list: '/blog',
    paths: { rss: '/feed.xml' },
    post: ({ slug }) => postPath(slug),
    html: (post) => feedHtml(post.content, site.url + postPath(post.slug)),
  });
  return new Response(rss(), { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
