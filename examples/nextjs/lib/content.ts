import 'server-only';
import { createClient, isVisible, type Client } from 'content-delivery-client';
import { cache } from 'react';
import { contentServer, revalidateSeconds } from './settings';

/** Names everything that was made from content; `POST /api/revalidate` makes all of it new. */
export const CONTENT_TAG = 'content';

let client: Client | undefined;

const content = (): Client =>
  (client ??= createClient({
    ...contentServer(),
    // Next.js keeps the answers, and the pages made from them, for so long.
    fetch: (url, init) =>
      fetch(url, { ...init, next: { revalidate: revalidateSeconds(), tags: [CONTENT_TAG] } }),
  }));

// React's cache() asks once for all parts of a page. What cannot be read throws: an error is never an empty blog.

/** All posts that may be shown now, newest first. */
export const visiblePosts = cache(async () => (await content().posts.list()).filter(isVisible));

/** A post that may be shown now, or null. */
export const visiblePost = cache(async (slug: string) => {
  const post = await content().posts.get(slug);
  return post && isVisible(post) ? post : null;
});

export const taxonomies = cache(() => content().taxonomies.get());

export const internalLinks = cache(() => content().internalLinks.list());

export const pages = cache(() => content().pseoPages.list());

/** A pSEO page, or null. */
export const pageBySlug = cache((slug: string) => content().pseoPages.get(slug));
