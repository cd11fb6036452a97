import type { PseoPage } from 'content-delivery-client';
import { linkKeywords, type LinkRedirects } from 'content-delivery-client/link-keywords';
import type { WholePost } from './client';
import { internalLinks, redirects } from './content';
import { safeHtml } from './html';
import { pagePath, postPath } from './paths';
import { site } from './settings';

/** Rules may lead to addresses that posts and pages have left. */
const leftAddresses = async (): Promise<LinkRedirects> => ({
  list: await redirects(),
  origin: site.url,
  post: ({ slug }) => postPath(slug),
  page: ({ slug }) => pagePath(slug),
});

/** A post's content for its page: made safe first, so that nothing is linked that is not shown, then with its internal links. */
export const postHtml = async (post: WholePost): Promise<string> =>
  linkKeywords(safeHtml(post.content, { highestHeading: 'h2' }), await internalLinks(), {
    currentUrl: site.url + postPath(post.slug),
    locale: post.lang ?? site.language,
    redirects: await leftAddresses(),
  });

/** A pSEO page's HTML with the page's own links. */
export const pageHtml = async (page: PseoPage): Promise<string> =>
  linkKeywords(safeHtml(page.html, { highestHeading: 'h1' }), page.internalLinks, {
    currentUrl: site.url + pagePath(page.slug),
    locale: site.language,
    redirects: await leftAddresses(),
  });
