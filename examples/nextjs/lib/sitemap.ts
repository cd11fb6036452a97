import 'server-only';
import { sitemap } from 'content-delivery-client/sitemap';
import { content } from './content';
import { isTaken } from './own-paths';
import { categoryPath, pagePath, postPath, tagPath } from './paths';
import { site } from './settings';

/** What has a page here: without pSEO pages whose addresses are taken. */
export const listed = () => ({
  posts: content().posts,
  pseoPages: {
    list: async () => (await content().pseoPages.list()).filter(({ slug }) => !isTaken(pagePath(slug))),
  },
});

/** Every page that search engines should know, in as many files as they want of it. */
export const siteMap = () =>
  sitemap(listed(), {
    origin: site().url,
    list: '/blog',
    post: ({ slug }) => postPath(slug),
    category: ({ name }) => categoryPath(name),
    tag: ({ name }) => tagPath(name),
    page: ({ slug }) => pagePath(slug),
    file: (number) => `/sitemaps/${number}`,
  });
