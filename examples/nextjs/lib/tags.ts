import { createHash } from 'node:crypto';
import type { WebhookEvent } from 'content-delivery-client';

/** On everything that was made from content. */
const CONTENT = 'content';
const POSTS = 'posts';
const ANY_POST = 'post';
const PAGES = 'pseo-pages';
const ANY_PAGE = 'pseo-page';
const TAXONOMIES = 'taxonomies';
const INTERNAL_LINKS = 'internal-links';
const REDIRECTS = 'redirects';

/** Slugs may be longer than tags. */
const oneOf = (kind: string, slug: string): string =>
  `${kind}:${createHash('sha256').update(slug).digest('base64url')}`;

/** What an answer of the API is kept under. @param url that is asked for */
export const tagsOfRead = (url: string): string[] => {
  const { pathname, searchParams } = new URL(url);
  const slug = searchParams.get('slug');
  const ofRoute = (list: string, any: string) => (slug ? [any, oneOf(any, slug)] : [list]);
  const route = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (route === 'blog') return [CONTENT, ...ofRoute(POSTS, ANY_POST)];
  if (route === 'pseo-pages') return [CONTENT, ...ofRoute(PAGES, ANY_PAGE)];
  if (route === 'taxonomies') return [CONTENT, TAXONOMIES];
  if (route === 'internal-links') return [CONTENT, INTERNAL_LINKS];
  if (route === 'redirects') return [CONTENT, REDIRECTS];
  return [CONTENT];
};

/** What an event of the content server makes outdated: as little as its documentation allows, and all for what is not known. */
export const tagsOfEvent = ({ type, data }: WebhookEvent): string[] => {
  const slugs = data.entries.flatMap(({ slug, previousSlug }) => [slug ?? [], previousSlug ?? []].flat());
  switch (type) {
    case 'test':
      return [];
    case 'post.published':
    case 'post.updated':
    case 'post.removed':
      return [POSTS, ...slugs.map((slug) => oneOf(ANY_POST, slug))];
    case 'pseo.page.published':
    case 'pseo.page.updated':
    case 'pseo.page.removed':
      return [PAGES, ...slugs.map((slug) => oneOf(ANY_PAGE, slug))];
    case 'pseo.campaign.updated':
      return [PAGES, ANY_PAGE];
    case 'internal-links.updated':
      return [INTERNAL_LINKS];
    case 'taxonomies.updated':
      // Posts carry the names of their terms.
      return [TAXONOMIES, POSTS, ANY_POST];
    case 'authors.updated':
      // Posts say who has written them, and so does the feed.
      return [POSTS, ANY_POST];
    case 'redirects.updated':
      // With it the pages that have looked into the list: all under slugs that nothing has now, and all whose keywords are links.
      return [REDIRECTS];
    default:
      return [CONTENT];
  }
};
