import { getCollection } from 'astro:content';
import {
  isVisible,
  sortBy,
  type InternalLink,
  type RedirectType,
  type Taxonomies,
} from 'content-delivery-client';
import { client, type WholePost } from './client';
import { site } from './settings';

/** All posts that may be shown now, newest first. */
export const visiblePosts = async (): Promise<WholePost[]> =>
  sortBy((await getCollection('posts')).map(({ data }) => data).filter(isVisible), 'newest', site.language);

/** Read once for all pages of a build. */
export const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
};

export const taxonomies: () => Promise<Taxonomies> = once(() => client.taxonomies.get());

const redirects = once(() => client.redirects());

/** Slugs that posts or pages have left, and where they are now. */
export const earlierSlugs = async (type: RedirectType) =>
  (await redirects()).filter((redirect) => redirect.type === type);

export const internalLinks: () => Promise<InternalLink[]> = once(() => client.internalLinks.list());
