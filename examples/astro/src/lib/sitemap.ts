import { sitemap, type Sitemap } from 'content-delivery-client/sitemap';
import { client } from './client';
import { categoryPath, pagePath, postPath, tagPath } from './paths';
import { site } from './settings';

let reading: Promise<Sitemap> | undefined;

/** Every page that search engines should know, in as many files as they want of it. Read once for a build. */
export const siteMap = (): Promise<Sitemap> =>
  (reading ??= sitemap(client, {
    origin: site.url,
    list: '/blog',
    post: ({ slug }) => postPath(slug),
    category: ({ name }) => categoryPath(name),
    tag: ({ name }) => tagPath(name),
    page: ({ slug }) => pagePath(slug),
    file: (number) => `/sitemaps/${number}.xml`,
  }));
