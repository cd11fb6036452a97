/** First segments of pages and routes that you add: `about` for app/about/page.tsx and whatever is below it. */
const ADDED: readonly string[] = [];

/** What the example itself has that is there without the content server; a rewrite may come by once more. */
const SHIPPED =
  /^\/(?:_not-found|markdown\/[^/]+|_next\/.*|api\/(?:preview(?:\/end)?|revalidate)|sitemaps\/[^/]+|(?:feed|sitemap)\.xml|(?:robots|llms|indexnow)\.txt)?$/;

/** Pages of the blog. */
const BLOG = /^\/blog(?:\/[^/]+|\/(?:category|tag)\/[^/]+)?$/;

/**
 * Files of public/ and those that Next.js makes, such as `/manifest.webmanifest` of app/manifest.ts. A page whose slug looks the same
 * is shown too: where there is no file, its own route looks for it.
 */
const FILE = /^\/(?!blog\/)(?:\.well-known\/.*|.*\.[a-z\d]+)$/i;

const isAdded = (path: string, added: readonly string[]): boolean => added.includes(path.split('/')[1] ?? '');

/**
 * Whether an address is not one of the content server's.
 * @param path as it was asked for, encoded
 */
export const isOwnPath = (path: string, added: readonly string[] = ADDED): boolean =>
  SHIPPED.test(path) || FILE.test(path) || isAdded(path, added);

/** Whether another page is at the address that a pSEO page would have: that one is shown, and never the pSEO page. */
export const isTaken = (path: string, added: readonly string[] = ADDED): boolean =>
  SHIPPED.test(path) || BLOG.test(path) || isAdded(path, added);
