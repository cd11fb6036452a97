import type {
  InternalLink,
  Post,
  PostAuthor,
  PostImage,
  PseoInternalLink,
  PseoPage,
  Redirect,
  Taxonomies,
  Timestamp,
  Website,
} from '../../../contracts/delivery';

import type { CampaignEntity } from '../delivery/queries/exports';

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
  website: Website & { id: string; kind: string; scheduledPosts: string };
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
export interface PageRecord extends Omit<PseoPage, 'slug' | 'targetSlug' | 'status' | 'html' | 'fields'> {
  /** Null for a draft that waits for a variable. */
  slug: string | null;
  targetSlug: string | null;
  status: 'live' | 'draft';
  /** Null where a template cannot be resolved. */
  html: string | null;
  fields: PseoPage['fields'] | null;
  own: OwnTexts;
  /** Changes that are not published yet. */
  draft?: Omit<PageRecord, 'draft' | 'pageId' | 'campaignId' | 'websiteId' | 'status'>;
}

export interface CampaignRecord extends Omit<CampaignEntity, 'id' | 'documentId' | 'createdAt'> {
  id: string;
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
