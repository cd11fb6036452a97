import 'server-only';
import { inCategory, withTag, type PostListItem } from 'content-delivery-client';
import { pages, taxonomies, visiblePosts } from './content';
import { categoryPath, pagePath, postPath, tagPath } from './paths';
import { site } from './settings';
import { xmlElement } from './xml';

/** The most addresses that search engines read from one file. */
export const ADDRESSES_PER_FILE = 50_000;

interface Entry {
  path: string;
  lastModified: string | null;
}

/** Every page that search engines should know, with when it changed. */
export const sitemapEntries = async (): Promise<Entry[]> => {
  const [posts, { categories, tags }, pseoPages] = await Promise.all([visiblePosts(), taxonomies(), pages()]);
  const listOf = (path: string, listed: PostListItem[]): Entry => ({ path, lastModified: latest(listed) });
  return [
    listOf('/blog', posts),
    ...posts.map(({ slug, updatedAt }) => ({ path: postPath(slug), lastModified: updatedAt })),
    ...categories.map(({ name }) =>
      listOf(
        categoryPath(name),
        posts.filter((post) => inCategory(post, name)),
      ),
    ),
    ...tags.map(({ name }) =>
      listOf(
        tagPath(name),
        posts.filter((post) => withTag(post, name)),
      ),
    ),
    ...pseoPages.map(({ slug, updatedAt }) => ({ path: pagePath(slug), lastModified: updatedAt })),
    // Empty categories and tags are no use to anybody who searches.
  ].filter(({ path, lastModified }) => path === '/blog' || lastModified !== null);
};

const latest = (posts: PostListItem[]): string | null =>
  posts.reduce<string | null>((last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt), null);

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A file of addresses, by its number from 1. */
export const urlSet = (entries: Entry[], file: number): string => {
  const part = entries.slice((file - 1) * ADDRESSES_PER_FILE, file * ADDRESSES_PER_FILE);
  const urls = part.map(({ path, lastModified }) =>
    [
      '<url>',
      xmlElement('loc', site().url + path),
      lastModified ? xmlElement('lastmod', lastModified) : '',
      '</url>',
    ].join(''),
  );
  return [`<urlset ${NAMESPACE}>`, ...urls, '</urlset>'].join('\n');
};

/** Names the files, where one is not enough. */
export const sitemapIndex = (files: number): string => {
  const names = Array.from({ length: files }, (_, index) =>
    ['<sitemap>', xmlElement('loc', `${site().url}/sitemaps/${index + 1}`), '</sitemap>'].join(''),
  );
  return [`<sitemapindex ${NAMESPACE}>`, ...names, '</sitemapindex>'].join('\n');
};

/** How many files it takes. */
export const filesFor = (entries: Entry[]): number => Math.ceil(entries.length / ADDRESSES_PER_FILE);
