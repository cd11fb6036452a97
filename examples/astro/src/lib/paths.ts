import { fileNameFromName } from 'content-delivery-client';

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** The same as Markdown; null where the page of another slug is there. @param slugs all that have a page */
export const markdownPath = (slug: string, slugs: ReadonlySet<string>): string | null =>
  slugs.has(`${slug}.md`) ? null : `${postPath(slug)}.md`;

/** Each page is a file, so that the name of its file is its address. */
export const categoryPath = (name: string): string =>
  `/blog/category/${encodeURIComponent(fileNameFromName(name))}`;

export const tagPath = (name: string): string => `/blog/tag/${encodeURIComponent(fileNameFromName(name))}`;

/** Slashes part the segments of a pSEO page's path. */
export const pagePath = (slug: string): string => `/${slug.split('/').map(encodeURIComponent).join('/')}`;

/** A page of the list of posts. */
export const listPath = (page: number): string => (page === 1 ? '/blog' : `/blog/page/${page}`);
