/**
 * What the delivery routes answer: the shapes of the API specification, sections 2 and 7, and of redirects and changes.
 *
 * This file imports nothing, so that server, admin panel, clients and tests can all use it. The order of
 * the fields is the order in which they are sent.
 */

/** A moment in UTC, ISO 8601 with milliseconds: `2025-03-01T09:30:00.000Z`. */
export type Timestamp = string;

/** A post as the list sends it (specification 2.1): everything but its content. */
export interface PostListItem {
  title: string;
  slug: string;
  /** The category's name; null for a post without one. */
  category: string | null;
  /** The tags' names, in the order in which the editor gave them. */
  tags: string[];
  /** An absolute address; null for a post without an image. */
  featuredImage: string | null;
  metaTitle: string;
  metaDescription: string;
  /** When readers first saw it, not when the draft was begun. */
  createdAt: Timestamp;
  /** Later than `createdAt` only when something changed after publication, or where an editor has set a date before it. */
  updatedAt: Timestamp;
  /** Null when it is not scheduled; in the future when it is not to be shown yet. */
  scheduleDate: Timestamp | null;
}

/** A single post (specification 2.1 and 4.2). `content` is where the table of fields has it. */
export interface Post {
  title: PostListItem['title'];
  slug: PostListItem['slug'];
  category: PostListItem['category'];
  tags: PostListItem['tags'];
  featuredImage: PostListItem['featuredImage'];
  /** HTML, byte for byte as it was stored. */
  content: string;
  metaTitle: PostListItem['metaTitle'];
  metaDescription: PostListItem['metaDescription'];
  createdAt: PostListItem['createdAt'];
  updatedAt: PostListItem['updatedAt'];
  scheduleDate: PostListItem['scheduleDate'];
}

/** An uploaded image, or one that is hosted elsewhere, of which only the address is known. */
export interface PostImage {
  url: string;
  /** Pixels; null where they are not known. */
  width: number | null;
  height: number | null;
  /** Null without one. */
  alt: string | null;
  /** Smaller ones of the same image, the smallest first. */
  formats: { url: string; width: number; height: number }[];
}

/** Who has written a post. */
export interface PostAuthor {
  name: string;
  slug: string;
  /** A page about the author; null without one. */
  url: string | null;
  /** Plain text; null without one. */
  bio: string | null;
  image: PostImage | null;
}

/** What posts have on request, each with its name in `include`. */
export interface PostExtras {
  id: string;
  /** Null for a post without one. */
  image: PostImage | null;
  /** Plain text of at most 200 characters, which ends behind a word. */
  excerpt: string;
  /** Whole minutes, at least one where there is text. */
  readingMinutes: number;
  words: number;
  /** Null for a post without one. */
  author: PostAuthor | null;
  /** Up to five posts of the same website, by shared tags and category; none whose date is to come. */
  related: { title: string; slug: string }[];
  /** Lists have it on request only. */
  content: string;
  /** The language of the texts, by BCP 47: `pt-BR`; null where nobody has said. */
  lang: string | null;
}

/** What lists of pSEO pages have on request, each with its name in `include`. */
export type PseoPageExtras = Pick<PseoPage, 'html' | 'fields' | 'internalLinks'>;

/** A category or a tag (specification 2.2). */
export interface Term {
  id: string;
  name: string;
}

/** The categories and tags of a website (specification 2.2), each by name. */
export interface Taxonomies {
  categories: Term[];
  tags: Term[];
}

/** The website that the key belongs to, as its front ends may introduce it; null where nothing is set. */
export interface Website {
  name: string;
  url: string | null;
  /** Of its texts, by BCP 47: `pt-BR`. */
  language: string | null;
  /** Plain text. */
  description: string | null;
  /** An absolute address. */
  image: string | null;
}

/** A keyword and where it links to (specification 2.3). */
export interface InternalLink {
  keyword: string;
  /** A site-relative path or an http(s) address. */
  url: string;
}

/** A live pSEO page as the list sends it (specification 2.4). */
export interface PseoPageListItem {
  pageId: string;
  campaignId: string;
  websiteId: string;
  slug: string;
  targetSlug: string;
  status: 'live';
  variables: Record<string, string>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A link rule of a single pSEO page (specification 2.4). */
export interface PseoInternalLink {
  keyword: string;
  anchor: string;
  url: string;
  internal: boolean;
  nofollow: boolean;
}

/** A single live pSEO page (specification 2.4), resolved from its campaign's templates. */
export interface PseoPage extends PseoPageListItem {
  html: string;
  fields: {
    metaTitle: string;
    metaDescription: string;
  };
  internalLinks: PseoInternalLink[];
}

/** What may have an earlier slug. */
export type RedirectType = 'post' | 'pseo-page';

/** An earlier slug, and the one under which readers find the entry now. */
export interface Redirect {
  type: RedirectType;
  from: string;
  to: string;
}

/** What a row of the change log is about. */
export type ChangeType =
  RedirectType | 'campaign' | 'taxonomies' | 'authors' | 'internal-links' | 'redirects' | 'website';

/** `published`: readers did not get it before; `updated`: before and after; `removed`: no longer. */
export type ChangeAction = 'published' | 'updated' | 'removed';

/** Something that has changed in what readers get. */
export interface Change {
  type: ChangeType;
  action: ChangeAction;
  /** Of the post, pSEO page, campaign or author; null where the change concerns no single one. */
  id: string | null;
  /** Null for a type that has none. */
  slug: string | null;
  /** The slug before, where it has changed. */
  previousSlug: string | null;
  at: Timestamp;
}

/** Changes since a cursor, oldest first. */
export interface Changes {
  changes: Change[];
  /** What to send as `since` next time. */
  next: string;
  /** False when there are more to ask for with `next`. */
  complete: boolean;
}

/** The one shape of every error on these routes (specification 7). */
export interface ApiError {
  data: null;
  error: {
    /** The HTTP status. */
    status: number;
    name: string;
    message: string;
    /** Empty, but for a slug that is unknown. */
    details: ApiErrorDetails;
  };
}

/** What an error says to programs. More may come. */
export interface ApiErrorDetails {
  /** `unknown-slug` in the 404 of a slug that leads to nothing, and in no other. */
  code?: string;
  /** Of an earlier slug: the one under which the entry is found now. */
  movedTo?: string;
}

/** The code of the one 404 that is about a slug: any other is about the address. */
export const UNKNOWN_SLUG = 'unknown-slug';

/**
 * The paths of the public routes, relative to the server's address: the four of specification 4, one about the website itself, and
 * two for callers that keep a copy.
 */
export const DELIVERY_PATHS = {
  blog: '/api/blog',
  internalLinks: '/api/internal-links',
  pseoPages: '/api/pseo-pages',
  taxonomies: '/api/taxonomies',
  website: '/api/website',
  redirects: '/api/redirects',
  changes: '/api/changes',
} as const;

/**
 * The URL slug that front ends derive from the name of a category or tag (specification 2.2):
 * lower case, each run of whitespace one hyphen.
 */
export const slugFromName = (name: string): string => name.toLowerCase().replace(/\s+/g, '-');
