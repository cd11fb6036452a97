import { getCollection } from 'astro:content';
import {
  isVisible,
  sortBy,
  type InternalLink,
  type RedirectType,
  type Taxonomies,
} from 'content-delivery-client';
import { client, type WholePost } from './client';
import { once } from './once';
import { site } from './settings';

/** All posts that may be shown now, newest first. */
export const visiblePosts = async (): Promise<WholePost[]> =>
  sortBy((await getCollection('posts')).map(({ data }) => data).filter(isVisible), 'newest', site.language);

export const taxonomies: () => Promise<Taxonomies> = once(() => client.taxonomies.get());

/** All slugs that posts and pages have left, but those of posts that are not shown yet where they are now. */
export const redirects = once(async () => {
  const shown = new Set((await visiblePosts()).map(({ slug }) => slug));
  return (await client.redirects()).filter(({ type, to }) => type !== 'post' || shown.has(to));
});

/** Slugs that posts or pages have left, and where they are now. */
export const earlierSlugs = async (type: RedirectType) =>
  (await redirects()).filter((redirect) => redirect.type === type);

/** Slugs of posts that have a page: to show, or to lead on. */
export const postSlugs: () => Promise<ReadonlySet<string>> = once(
  async () =>
    new Set([
      ...(await visiblePosts()).map(({ slug }) => slug),
      ...(await earlierSlugs('post')).map(({ from }) => from),
    ]),
);

/** What the build has read, as the helpers of the client read it: sitemap, feed and llms.txt ask the server nothing more. */
export const collected = {
  posts: {
    list: visiblePosts,
    async *all() {
      for (const post of await visiblePosts()) yield { ...post, content: post.content };
    },
  },
  pseoPages: { list: async () => (await getCollection('pages')).map(({ data }) => data) },
};

export const internalLinks: () => Promise<InternalLink[]> = once(() => client.internalLinks.list());
