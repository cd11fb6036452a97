import { connection } from 'next/server';
import { visiblePosts } from '@/lib/content';
import { postPath } from '@/lib/paths';
import { site } from '@/lib/settings';
import { escapeXml, xmlElement, xmlResponse } from '@/lib/xml';

/** How many posts the feed has. */
const LENGTH = 30;

/** The newest posts as RSS 2.0. */
export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  const { name, description, language, url } = site();
  const posts = (await visiblePosts()).slice(0, LENGTH);
  const items = posts.map((post) => {
    const address = url + postPath(post.slug);
    return [
      '<item>',
      xmlElement('title', post.title),
      xmlElement('link', address),
      `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
      xmlElement('pubDate', new Date(post.createdAt).toUTCString()),
      xmlElement('description', post.metaDescription),
      ...[post.category ?? [], post.tags].flat().map((term) => xmlElement('category', term)),
      '</item>',
    ].join('\n');
  });
  return xmlResponse(
    'application/rss+xml',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    xmlElement('title', name),
    xmlElement('link', `${url}/blog`),
    xmlElement('description', description || name),
    xmlElement('language', language),
    `<atom:link href="${escapeXml(url)}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
  );
};
