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
   * the same version is left unchanged.
   */
  version: string;
  /** The id that front ends may hold already; kept where it can be. Null when the source has none. */
  id: string | null;
}

/** How an entry was read, where its `version` is of what a reader has made of it, and so changes when the reader does. */
export interface Reading {
  /** The version of the reader: a number that grows when the same source is read otherwise. */
  by: number;
  /** A text that changes when the entry itself or the operator's choices do, and only then. */
  source: string;
  /** How many things the entry refers to that the source does not have, as with a part of an export. */
  lacks: number;
  /** How many of these are parts of its text: blocks, pictures of a gallery. Left out for none. */
  lacksInText?: number;
  /** Whether everybody can read it there, whatever it is here. Left out where its text lacks nothing. */
  isShownAtSource?: boolean;
  /** Whether something else in the source keeps it from readers. */
  isHeldByOthers: boolean;
}

export interface IncomingTerm extends Incoming {
  kind: 'category' | 'tag';
  name: string;
}

/** Who has written posts. One of a name that is here already is that one. */
export interface IncomingAuthor extends Incoming {
  name: string;
  /** What else the source knows of it. */
  details?: {
    slug: string | null;
    url: string | null;
    /** Plain text. */
    bio: string | null;
    image: IncomingImage | null;
  };
}

export interface IncomingImage {
  /** Absolute, or relative to the address of the source. */
  url: string;
  /** Null when the source has none. */
  alternativeText: string | null;
}

/** What of a post its draft may have otherwise than what is live. */
export interface IncomingPostTexts {
  title: string;
  /** Null for a draft without one. */
  slug: string | null;
  /** HTML, byte for byte. */
  content: string;
  /** By name; one that is no term yet becomes one. */
  category: string | null;
  /** By name, in order; those that are no terms yet become some. */
  tags: string[];
  /** The `sourceId` of its author, who was brought in before; null for none. Left out where authors do not come. */
  author?: string | null;
  /** By BCP 47; left out where the source does not know. Null where it is the website's. */
  language?: string | null;
  featuredImage: IncomingImage | null;
  /** True where the source names one that it does not have, as with a part of an export: then one that is here stays. */
  isImageMissing?: boolean;
  /** Null where the title is to serve. */
  metaTitle: string | null;
  metaDescription: string | null;
  /** The date that readers see, `publishDate` here. Null for a draft that was never published. */
  createdAt: Date | null;
  /** Null when the source does not know: then it is `createdAt`. */
  updatedAt: Date | null;
  scheduleDate: Date | null;
}

export interface IncomingPost extends Incoming, IncomingPostTexts {
  /** Left out where the version is that of the source itself. */
  reading?: Reading;
  /** Those that it had before, where the source knows them. */
  earlierSlugs?: readonly string[];
  /** Path and query of its page at the source, where links may lead to that do not lead here by themselves. */
  oldAddress?: string;
  /** For one without a slug: what it may have, and no other entry of the source has. */
  proposedSlug?: string;
  status: 'published' | 'draft';
  /** The id that it gets where its own is taken. */
  otherId?: string | null;
  /** Changes to a published one that are not published. */
  draft?: IncomingPostTexts;
}

export interface IncomingLink extends Incoming {
  keyword: string;
  url: string;
}

export interface IncomingCampaign extends Incoming {
  name: string;
  /** Not after the `updatedAt` of any of its pages, as a page counts as changed with its campaign. */
  createdAt: Date;
  /** What its pages are made from; left out where they bring all texts. */
  templates?: IncomingTemplates;
}

export interface IncomingTemplates {
  slugTemplate: string | null;
  targetSlugTemplate: string | null;
  htmlTemplate: string | null;
  metaTitleTemplate: string | null;
  metaDescriptionTemplate: string | null;
  escapingVersion: number;
  internalLinks: IncomingPageLink[];
}

export interface IncomingPageLink {
  keyword: string;
  /** Null where the keyword is to serve. */
  anchor: string | null;
  url: string;
  internal: boolean;
  nofollow: boolean;
}

/** A page with its own texts as they are read; what it has none of, its campaign's templates make. */
export interface IncomingPageTexts {
  /** Null for a draft that has none yet. */
  slug: string | null;
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

export interface IncomingPage extends Incoming, IncomingPageTexts {
  /** The `sourceId` of its campaign, which was brought in before. */
  campaign: string;
  /** `live`, where it is left out. */
  status?: 'live' | 'draft';
  /** Changes to a live one that are not published. */
  draft?: IncomingPageTexts;
}

export type EntryKind = 'category' | 'tag' | 'author' | 'post' | 'link' | 'campaign' | 'page';
