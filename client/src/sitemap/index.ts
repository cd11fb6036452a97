import type { PostListItem } from '../contract.js';
import { isVisible } from '../rules/is-visible.js';
import { absoluteOn, type SitePaths, type TermPaths } from '../site/paths.js';
import type { PagesSource, PostsSource } from '../site/sources.js';
import { escapeXml } from '../site/xml.js';

/** What search engines read of one file, by the protocol of sitemaps. */
const MAX_ADDRESSES = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;

export interface SitemapEntry {
  /** A path of the website, encoded. */
  path: string;
  /** ISO 8601; null where it is not known. */
  lastModified: string | null;
}

export interface SitemapOptions extends SitePaths, TermPaths {
  /** Where the list of posts is, if it is to be among them: `/blog`. */
  list?: string | undefined;
  /** Pages that are not from the content server. */
  more?: readonly SitemapEntry[] | undefined;
  /** The path of a file, by its number from 1, where one is not enough: `/sitemaps/1.xml`. */
  file(number: number): string;
}

export interface Sitemap {
  /** What is served at `/sitemap.xml`: the only file, or one that names all. */
  main: string;
  /** Served at the paths of `file`; none where one is enough. */
  files: string[];
}

const OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Every page that search engines should know, with when it changed: visible posts, categories and tags that have some, live pSEO
 * pages. Whole, or an error.
 * @throws ContentDeliveryError
 */
export const sitemap = async (
  client: PostsSource & PagesSource,
  options: SitemapOptions,
): Promise<Sitemap> => {
  const absolute = absoluteOn(options.origin);
  const files = inFiles(await entriesOf(client, options), absolute);
  if (files.length === 1) return { main: files[0] ?? '', files: [] };
  const names = files.map((_, at) => element('sitemap', absolute(options.file(at + 1)), null));
  return { main: `${OPEN}<sitemapindex ${NAMESPACE}>\n${names.join('')}</sitemapindex>\n`, files };
};

const entriesOf = async (
  client: PostsSource & PagesSource,
  { post, page, category, tag, list, more = [] }: SitemapOptions,
): Promise<SitemapEntry[]> => {
  const [all, pages] = await Promise.all([client.posts.list(), page ? client.pseoPages.list() : []]);
  const posts = all.filter(isVisible);
  return [
    ...more,
    ...(list === undefined ? [] : [{ path: list, lastModified: latest(posts) }]),
    ...posts.map((one) => ({ path: post(one), lastModified: one.updatedAt })),
    ...entriesOfTerms(category, posts, ({ category: name }) => (name === null ? [] : [name])),
    ...entriesOfTerms(tag, posts, ({ tags }) => tags),
    ...(page ? pages.map((one) => ({ path: page(one), lastModified: one.updatedAt })) : []),
  ];
};

/**
 * Pages of categories or tags that some post has, by name: empty ones are no use to anybody who searches.
 * @param namesOf the names of a post's own
 */
const entriesOfTerms = (
  pathOf: TermPaths['tag'],
  posts: readonly PostListItem[],
  namesOf: (post: PostListItem) => readonly string[],
): SitemapEntry[] => {
  if (!pathOf) return [];
  const changed = new Map<string, string>();
  for (const post of posts) {
    for (const name of namesOf(post)) {
      const last = changed.get(name);
      if (last === undefined || post.updatedAt > last) changed.set(name, post.updatedAt);
    }
  }
  return [...changed.keys()]
    .sort()
    .map((name) => ({ path: pathOf({ name }), lastModified: changed.get(name) ?? null }));
};

const latest = (posts: readonly PostListItem[]): string | null =>
  posts.reduce<string | null>((last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt), null);

const element = (name: 'url' | 'sitemap', address: string, lastModified: string | null): string =>
  `<${name}><loc>${escapeXml(address)}</loc>${
    lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`
  }</${name}>\n`;

const inFiles = (entries: readonly SitemapEntry[], absolute: (path: string) => string): string[] => {
  const [begin, end] = [`${OPEN}<urlset ${NAMESPACE}>\n`, '</urlset>\n'];
  const encoder = new TextEncoder();
  const room = MAX_BYTES - encoder.encode(begin + end).length;
  const files: string[] = [];
  let urls: string[] = [];
  let bytes = 0;
  const finish = (): void => {
    files.push(begin + urls.join('') + end);
    [urls, bytes] = [[], 0];
  };
  for (const { path, lastModified } of entries) {
    const url = element('url', absolute(path), lastModified);
    const { length } = encoder.encode(url);
    if (urls.length === MAX_ADDRESSES || bytes + length > room) finish();
    urls.push(url);
    bytes += length;
  }
  if (urls.length > 0 || files.length === 0) finish();
  return files;
};
