import { slugFromName } from 'content-delivery-client';

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** The same as Markdown. */
export const markdownPath = (slug: string): string => `${postPath(slug)}.md`;

export const categoryPath = (name: string): string =>
  `/blog/category/${encodeURIComponent(slugFromName(name))}`;

export const tagPath = (name: string): string => `/blog/tag/${encodeURIComponent(slugFromName(name))}`;

/** Slashes part the segments of a pSEO page's path. */
export const pagePath = (slug: string): string => `/${slug.split('/').map(encodeURIComponent).join('/')}`;

/** A page of the list of posts. */
export const listPath = (page: number): string => (page === 1 ? '/blog' : `/blog/page/${page}`);
