/**
 * The list of pSEO pages in the admin panel, changes of many at once, and new slugs. Every path is below
 * `/content-delivery`, every answer is `{ data: … }`, and an error is Strapi's: `{ error: { status, name, message, details } }`,
 * with `details.errors: [{ path, message }]` where a single field is wrong. Moments are ISO 8601 in UTC with milliseconds.
 */

import type { JobState } from './jobs';

/** Permissions of the roles screen, for `useRBAC`. */
export const PAGE_PERMISSIONS = {
  /** To see the list of pages with its counts and jobs. */
  list: 'plugin::content-delivery.pseo-pages.list',
  /** To publish, unpublish and delete many pages at once, and to regenerate their slugs. */
  change: 'plugin::content-delivery.pseo-pages.change',
  /** To plan, start and pause drips. */
  drip: 'plugin::content-delivery.pseo-drips.manage',
} as const;

/**
 * The state of a page.
 * - `draft`: not live, and nothing will make it so by itself
 * - `waiting`: not live yet; a drip will publish it
 * - `live`: live, as the draft is
 * - `changed`: live, while the draft has been changed since
 */
export const PAGE_STATES = ['draft', 'waiting', 'live', 'changed'] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Which pages are meant: those of one website that fit all that is given. */
export interface PageFilter {
  /** documentId of the website. */
  website: string;
  /** documentId of a campaign of this website. */
  campaign?: string;
  state?: PageState;
  /** Part of a slug, in any case. */
  search?: string;
}

/** `GET /pseo-pages`, by slug: the filter, and these, as query parameters. */
export interface PageListQuery extends PageFilter {
  /** 1 to 100; 50 unless given. */
  limit?: number;
  /** `nextCursor` of the part before; the filter stays the same. */
  cursor?: string;
}

export interface PageListItem {
  documentId: string;
  /** Null for a draft that has no slug yet. */
  slug: string | null;
  campaign: { documentId: string; name: string };
  state: PageState;
  createdAt: string;
  /** When the draft was last saved. */
  updatedAt: string;
  /** When it was last published; null when it is not live. */
  publishedAt: string | null;
}

export interface PageList {
  pages: PageListItem[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** `GET /pseo-pages/counts`: the filter as query parameters, without `state`. */
export type PageCounts = Record<PageState, number> & { all: number };

/* ---- Changing many pages at once -------------------------------------------------------------------------- */

export const PAGE_ACTIONS = ['publish', 'unpublish', 'delete'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** Either some pages of a website, or all that fit a filter. */
export type SelectedPages = { website: string; pages: string[] } | { filter: PageFilter };

/** `POST /pseo-page-jobs`, as JSON. */
export type NewPageJob = { action: PageAction } & SelectedPages & {
    /**
     * How many pages fit the filter, as the user has seen: by the rights to read them. A 409 when it is another number by
     * now. Left out, whatever fits is meant.
     */
    expected?: number;
  };

/** How many pages `pages` of a selection may name. For more, use a filter. */
export const MAX_NAMED_PAGES = 5_000;

/**
 * `GET /pseo-page-jobs/:documentId`; also the answer of `POST /pseo-page-jobs` and `POST /pseo-page-slugs` (202), and of
 * `POST /pseo-page-jobs/:documentId/cancel` and `…/resume` (409 when it is too late for that).
 * `GET /pseo-page-jobs?website=…`: the latest 20, as a list.
 */
export interface PageJob {
  documentId: string;
  website: string;
  /** `slugs`: slugs are regenerated. */
  action: PageAction | 'slugs';
  state: JobState;
  /** Pages that it has dealt with so far, the refused ones among them. */
  done: number;
  /** All that were selected when it was started. */
  total: number;
  /** Published, unpublished, deleted, or given new slugs. */
  changed: number;
  /**
   * Nothing was to be done: live already as it is, not live anyway, slugs already as the templates make them, or
   * deleted since.
   */
  unchanged: number;
  /** Left as they were, each with a reason: see `PageRefusals`. */
  refused: number;
  /** Of the named pages, those that are not there (any more), for this user at least. */
  notFound: number;
  /** Why it failed, for people. */
  message: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface PageRefusal {
  page: string;
  slug: string | null;
  /** For people: what is wrong and what to do. */
  reason: string;
}

/**
 * `GET /pseo-page-jobs/:documentId/refusals` and `GET /pseo-drips/:documentId/refusals`, each with `?cursor=` and
 * `?limit=` (1 to 100; 50 unless given).
 */
export interface PageRefusals {
  refusals: PageRefusal[];
  nextCursor: string | null;
}

/* ---- Regenerating slugs ----------------------------------------------------------------------------------- */

/** `POST /pseo-page-slugs/preview`, as JSON; answers a `SlugsPreview`. Nothing is changed. */
export type SlugsQuestion = SelectedPages & {
  /** True: live pages whose slugs change are published again in the same step, as their drafts are. */
  publish: boolean;
};

/**
 * `POST /pseo-page-slugs`, as JSON, with the `version` of the preview: answers a `PageJob` (202), or a 409 when a slug
 * template has changed since the preview.
 */
export type NewSlugsJob = SlugsQuestion & { version: string };

/** The preview of a slug regeneration. */
export interface SlugsPreview {
  /** A digest of the slug templates that it was made with. */
  version: string;
  /** All that were selected, those that are not there any more aside. */
  total: number;
  /** Pages that would get another slug or target slug. */
  changed: number;
  /** Pages whose slugs are already as the templates make them. */
  unchanged: number;
  /** Pages that would stay as they are, each with a reason: the first of them are in `refusals`. */
  refused: number;
  /** Of the named pages, those that are not there (any more), for this user at least. */
  notFound: number;
  /** Among `changed`: pages that are live under other slugs, until they are published again. */
  live: number;
  /** Among `live`: those whose drafts have unpublished changes already. */
  liveWithChanges: number;
  /** The first pages that would change, at most `SLUG_EXAMPLES`. */
  examples: SlugChange[];
  /** The first that cannot, at most `SLUG_REFUSALS`. */
  refusals: PageRefusal[];
}

export const SLUG_EXAMPLES = 10;
export const SLUG_REFUSALS = 500;

/** A page's slugs as they are, and as the templates make them; null for none. */
export interface SlugChange {
  page: string;
  from: { slug: string | null; targetSlug: string | null };
  to: { slug: string | null; targetSlug: string | null };
  /** The slug that readers find the page under now; null when it is not live. */
  liveSlug: string | null;
}
