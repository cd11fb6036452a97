/**
 * Content on its way in, as every source gives it: another server's API, a file of WordPress. Readers of sources
 * make these, the writer (`writer.ts`) stores them. Texts are as the source has them; what the rules of the content
 * model do not allow is settled, and reported, by the writer alone, so that all sources are treated alike.
 *
 * This file imports nothing.
 */

/** What every entry has. */
interface Incoming {
  /**
   * Names the entry within its source and its kind, always the same way: the writer remembers by it what it has
   * brought in already. At most 1,000 characters; shown in the report.
   */
  sourceId: string;
  /**
   * A text that changes when the entry does at the source: a digest, a date. An entry that was brought in with
   * the same version is left as it is.
   */
  version: string;
  /** The id that front ends may hold already; kept where it can be. Null when the source has none. */
  id: string | null;
}

export interface IncomingTerm extends Incoming {
  kind: 'category' | 'tag';
  name: string;
}

export interface IncomingImage {
  /** Absolute, or relative to the address of the source. */
  url: string;
  /** Null when the source has none. */
  alternativeText: string | null;
}

export interface IncomingPost extends Incoming {
  title: string;
  /** Null for a draft without one. */
  slug: string | null;
  /** Those that it had before, where the source knows them. */
  earlierSlugs?: readonly string[];
  /** For one without a slug: what it may have, and no other entry of the source has. */
  proposedSlug?: string;
  status: 'published' | 'draft';
  /** HTML, byte for byte. */
  content: string;
  /** By name; one that is no term yet becomes one. */
  category: string | null;
  /** By name, in order; those that are no terms yet become some. */
  tags: string[];
  featuredImage: IncomingImage | null;
  /** Null where the title is to serve. */
  metaTitle: string | null;
  metaDescription: string | null;
  /** The date that readers see, `publishDate` here. Null for a draft that was never published. */
  createdAt: Date | null;
  /** Null when the source does not know: then it is `createdAt`. */
  updatedAt: Date | null;
  scheduleDate: Date | null;
}

export interface IncomingLink extends Incoming {
  keyword: string;
  url: string;
}

export interface IncomingCampaign extends Incoming {
  name: string;
  /** Not after the `updatedAt` of any of its pages, as a page counts as changed with its campaign. */
  createdAt: Date;
}

export interface IncomingPageLink {
  keyword: string;
  /** Null where the keyword is to serve. */
  anchor: string | null;
  url: string;
  internal: boolean;
  nofollow: boolean;
}

/** A live page with its texts as they are read, not as templates. */
export interface IncomingPage extends Incoming {
  /** The `sourceId` of its campaign, which was brought in before. */
  campaign: string;
  slug: string;
  /** Null where the slug is to serve. */
  targetSlug: string | null;
  variables: Record<string, string>;
  html: string;
  metaTitle: string | null;
  metaDescription: string | null;
  internalLinks: IncomingPageLink[];
  createdAt: Date | null;
  updatedAt: Date | null;
}

export type EntryKind = 'category' | 'tag' | 'post' | 'link' | 'campaign' | 'page';
