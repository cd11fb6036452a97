import type {
  InternalLink,
  Post,
  PostAuthor,
  PostImage,
  PseoInternalLink,
  Redirect,
  Taxonomies,
  Timestamp,
} from '../../../contracts/delivery';

/**
 * A website as it leaves: in the shapes of the API (specification 2), with what readers do not get. These are the entries of
 * a JSON export, and what the other formats are made of.
 *
 * This file imports types only.
 */

/** What is in one file of an export, `website.json`. */
export interface WebsiteRecord {
  /** Of the export, so that a later version can tell what it reads. */
  format: typeof FORMAT;
  exportedAt: Timestamp;
  /** The address of the server that it comes from. */
  server: string;
  website: {
    id: string;
    name: string;
    url: string | null;
    kind: string;
    language: string | null;
    scheduledPosts: string;
    description: string | null;
    /** The absolute address of its picture. */
    image: string | null;
  };
  account: string | null;
}

export const FORMAT = 'content-delivery-export/1';

/** The texts of a post: as readers get them, but a draft may lack some. */
export interface PostTexts extends Omit<Post, 'title' | 'slug' | 'createdAt'> {
  title: string | null;
  slug: string | null;
  /** Null for a draft that was never published, and has no date. */
  createdAt: Timestamp | null;
  image: PostImage | null;
  author: PostAuthor | null;
  /** Null where it is the website's. */
  lang: string | null;
}

export interface PostRecord extends PostTexts {
  id: string;
  status: 'published' | 'draft';
  /** Changes that are not published yet. */
  draft?: PostTexts;
}

/** What a page says itself; null where its campaign's template speaks. */
export interface OwnTexts {
  html: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  internalLinks: PseoInternalLink[];
}

/** A pSEO page: resolved, as readers get it, and what it is resolved from. */
export interface PageRecord {
  pageId: string;
  campaignId: string;
  websiteId: string;
  /** Null for a draft that waits for a variable. */
  slug: string | null;
  targetSlug: string | null;
  status: 'live' | 'draft';
  variables: Record<string, string>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** Null where a template cannot be resolved. */
  html: string | null;
  fields: { metaTitle: string; metaDescription: string } | null;
  internalLinks: PseoInternalLink[];
  own: OwnTexts;
  /** Changes that are not published yet. */
  draft?: Omit<PageRecord, 'draft' | 'pageId' | 'campaignId' | 'websiteId' | 'status'>;
}

export interface CampaignRecord {
  id: string;
  name: string;
  slugTemplate: string | null;
  targetSlugTemplate: string | null;
  htmlTemplate: string | null;
  metaTitleTemplate: string | null;
  metaDescriptionTemplate: string | null;
  /** How `htmlTemplate` escapes values: 1 after the last filter, 2 only what is no HTML yet. */
  escapingVersion: number;
  internalLinks: PseoInternalLink[];
  createdAt: Timestamp;
}

export interface AuthorRecord extends PostAuthor {
  id: string;
}

/** A website at one moment. Posts and pages are read some at a time, and may be read more than once. */
export interface Contents {
  website: WebsiteRecord;
  taxonomies: Taxonomies;
  authors: readonly AuthorRecord[];
  links: readonly InternalLink[];
  campaigns: readonly CampaignRecord[];
  redirects: readonly Redirect[];
  counts: { posts: number; pages: number };
  posts(): AsyncIterable<PostRecord>;
  pages(): AsyncIterable<PageRecord>;
}
