import { sitemap, type Sitemap } from 'content-delivery-client/sitemap';
import { collected } from './content';
import { once } from './once';
import { categoryPath, pagePath, postPath, tagPath } from './paths';
import { site } from './settings';

/** Every page that search engines should know, in as many files as they want of it. */
export const siteMap: () => Promise<Sitemap> = once(() =>
  sitemap(collected, {
    origin: site.url,
    list: '/blog',
    post: ({ slug }) => postPath(slug),
    category: ({ name }) => categoryPath(name),
    tag: ({ name }) => tagPath(name),
    page: ({ slug }) => pagePath(slug),
    file: (number) => `/sitemaps/${number}.xml`,
  }),
);
