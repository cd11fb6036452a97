import type { APIRoute, GetStaticPaths } from 'astro';
import { toMarkdown } from 'content-delivery-client/markdown';
import type { WholePost } from '@/lib/client';
import { postSlugs, visiblePosts } from '@/lib/content';
import { safeHtml } from '@/lib/html';
import { markdownPath, postPath } from '@/lib/paths';
import { site } from '@/lib/settings';

export const getStaticPaths: GetStaticPaths = async () => {
  const slugs = await postSlugs();
  return (await visiblePosts())
    .filter(({ slug }) => markdownPath(slug, slugs) !== null)
    .map((post) => ({ params: { slug: post.slug }, props: { post } }));
};

/** An article as Markdown, for people who copy it and agents who read it. */
export const GET: APIRoute<{ post: WholePost }> = ({ props: { post } }) => {
  const facts = [
    post.author && `By ${post.author.name}`,
    post.createdAt.slice(0, 10),
    `<${site.url}${postPath(post.slug)}>`,
  ].filter(Boolean);
  const text = toMarkdown(safeHtml(post.content, { highestHeading: 'h2' }));
  return new Response(`# ${post.title}\n\n${facts.join(', ')}\n\n${text}`, {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  });
};
