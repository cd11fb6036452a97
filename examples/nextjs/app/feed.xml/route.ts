import { feed } from 'content-delivery-client/feed';
import { connection } from 'next/server';
import { content } from '@/lib/content';
import { feedHtml } from '@/lib/html';
import { postPath } from '@/lib/paths';
import { site } from '@/lib/settings';
import { textResponse } from '@/lib/text-response';

/** The newest posts as RSS 2.0, with pictures and content. */
export const GET = async (): Promise<Response> => {
  // Not at the build, which knows no settings.
  await connection();
  const { name, description, language, url } = site();
  const { rss } = await feed(content(), {
    origin: url,
    title: name,
    description,
    language,
    list: '/blog',
    paths: { rss: '/feed.xml' },
    post: ({ slug }) => postPath(slug),
    html: (post) => feedHtml(post.content, url + postPath(post.slug)),
  });
  return textResponse('application/rss+xml', rss());
};
