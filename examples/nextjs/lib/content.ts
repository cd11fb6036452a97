import 'server-only';
import { createClient, isVisible, type Client, type Moved, type Post } from 'content-delivery-client';
import { cache } from 'react';
import { contentServer, revalidateSeconds } from './settings';
import { tagsOfRead } from './tags';

let client: Client | undefined;

const content = (): Client =>
  (client ??= createClient({
    ...contentServer(),
    // Next.js keeps the answers, and the pages made from them, for so long or until a webhook names one of their tags.
    fetch: (url, init) =>
      fetch(url, { ...init, next: { revalidate: revalidateSeconds(), tags: tagsOfRead(url) } }),
  }));

// React's cache() asks once for all parts of a page. What cannot be read throws: an error is never an empty blog.

/** All posts that may be shown now, newest first. */
export const visiblePosts = cache(async () => (await content().posts.list()).filter(isVisible));

/** A post that may be shown now, where one with this slug is now, or null. */
export const visiblePost = cache(async (slug: string): Promise<Post | Moved | null> => {
  const post = await content().posts.get(slug, { movedTo: true });
  return post === null || isMoved(post) || isVisible(post) ? post : null;
});

export const taxonomies = cache(() => content().taxonomies.get());

export const internalLinks = cache(() => content().internalLinks.list());

export const pages = cache(() => content().pseoPages.list());

/** A pSEO page, where one with this slug is now, or null. */
export const pageBySlug = cache((slug: string) => content().pseoPages.get(slug, { movedTo: true }));

export const isMoved = (answer: object | null): answer is Moved => answer !== null && 'movedTo' in answer;
