import {
  inCategory,
  pathSegmentFromName,
  withTag,
  type PostListItem,
  type SortOrder,
} from 'content-delivery-client';
import { PAGE_SIZE } from './page-size';

/** What `/blog` shows: names or slugs of a category and a tag, an order, and a page of the list. */
export interface BlogView {
  category: string | null;
  tag: string | null;
  sort: SortOrder;
  page: number;
}

/** The posts of a view, in the order in which they come. */
export const matchingPosts = <Listed extends PostListItem>(
  { category, tag }: BlogView,
  posts: readonly Listed[],
): Listed[] =>
  posts.filter((post) => (!category || inCategory(post, category)) && (!tag || withTag(post, tag)));

/** How many pages a view has. @param posts all that are shown */
export const pagesOf = (view: BlogView, posts: readonly PostListItem[]): number =>
  Math.max(1, Math.ceil(matchingPosts(view, posts).length / PAGE_SIZE));

type Query = Record<string, string | string[] | undefined>;

/** What somebody asks for in an address. Null for a page number that is none. */
export const viewFrom = (query: Query): BlogView | null => {
  const one = (name: string): string | null => [query[name]].flat()[0]?.trim() || null;
  const page = one('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) return null;
  return {
    category: one('category'),
    tag: one('tag'),
    sort: one('sort') === 'title' ? 'title' : 'newest',
    page: Number(page),
  };
};

/** The path of a view; what is as usual is left out, so that each view has one address. */
export const blogPath = ({ category, tag, sort, page }: Partial<BlogView>): string => {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (tag) query.set('tag', tag);
  if (sort && sort !== 'newest') query.set('sort', sort);
  if (page && page > 1) query.set('page', String(page));
  return query.size > 0 ? `/blog?${query}` : '/blog';
};

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** The same as Markdown; null where another post has that address. @param slugs of all posts that are shown */
export const markdownPath = (slug: string, slugs: ReadonlySet<string>): string | null =>
  slugs.has(`${slug}.md`) ? null : `${postPath(slug)}.md`;

export const categoryPath = (name: string): string => `/blog/category/${pathSegmentFromName(name)}`;

export const tagPath = (name: string): string => `/blog/tag/${pathSegmentFromName(name)}`;

/** Whether the category or tag is that of a segment, decoded: not every name's segment is its slug. */
export const isNamedBy = (name: string, segment: string): boolean =>
  pathSegmentFromName(name) === encodeURIComponent(segment);

/** Slashes part the segments of a pSEO page's path. */
export const pagePath = (slug: string): string => `/${slug.split('/').map(encodeURIComponent).join('/')}`;

/**
 * A segment of a path as it was meant. Next.js hands it to pages encoded, and since 16.2 to `generateMetadata` decoded:
 * what is not the encoding of anything is taken as it is.
 */
export const decodeSegment = (segment: string): string => {
  try {
    const decoded = decodeURIComponent(segment);
    return encodeURIComponent(decoded) === segment ? decoded : segment;
  } catch {
    return segment;
  }
};
