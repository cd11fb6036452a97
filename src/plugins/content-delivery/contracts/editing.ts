/**
 * What the plugin's part of the admin panel and its server part agree on, beside the delivery routes.
 *
 * This file imports only the delivery contract, so that both sides and tests can use it.
 */
import type { Post, PseoPage, Timestamp } from './delivery';

/**
 * The form value in which the panel sends back which version of an entry it opened. To the panel's forms it is
 * one more attribute; it is stored nowhere. An error at this field says that somebody else has saved since.
 */
export const OPENED_VERSION = 'openedVersion';

/** A version is told by the moment of its saving. */
export interface OpenedVersion {
  savedAt: Timestamp;
}

/** How front ends see an entry. */
export type Visibility =
  /** There is no published version. */
  | 'not-published'
  /** Front ends get it and may show it. */
  | 'live'
  /** Published; the API keeps it back until its schedule date. */
  | 'withheld'
  /** Published; the API delivers it, and front ends are to hide it until its schedule date. */
  | 'hidden-by-front-end';

/** A keyword and how often a front end would link it in a text. */
export interface KeywordCount {
  keyword: string;
  url: string;
  /** At least 1. */
  count: number;
}

/** What front ends see of one post or pSEO page, and which keywords its saved text contains. */
export interface FrontEndView {
  visibility: Visibility;
  /** The schedule date that it waits for; null when it does not wait. */
  waitsUntil: Timestamp | null;
  /** True when the saved draft differs from what was published. */
  unpublishedChanges: boolean;
  /** The body that the single-entry route answers, or will answer from `waitsUntil` on; null when not published. */
  response: Post | PseoPage | null;
  /** Most frequent first; null where they take too long to count. */
  keywords: KeywordCount[] | null;
}

/*
 * pSEO pages by the thousand. Every path is below `/content-delivery`, every answer is `{ data: … }`, and an error is
 * Strapi's: `{ error: { status, name, message, details } }`, with `details.errors: [{ path, message }]` where a single
 * field is wrong. Moments are ISO 8601 in UTC with milliseconds.
 */

/* ---- The list of pSEO pages ------------------------------------------------------------------------------- */

/** Permissions of the roles screen, for `useRBAC`. */
export const PAGE_PERMISSIONS = {
  /** To see the list of pages with its counts and jobs. */
  list: 'plugin::content-delivery.pseo-pages.list',
  /** To publish, unpublish and delete many pages at once, and to make their slugs anew. */
  change: 'plugin::content-delivery.pseo-pages.change',
  /** To plan, start and pause drips. */
  drip: 'plugin::content-delivery.pseo-drips.manage',
} as const;

/**
 * Where a page stands.
 * - `draft`: not live, and nothing will make it so by itself
 * - `waiting`: not live yet; a drip will publish it
 * - `live`: live, as the draft is
 * - `changed`: live, while the draft has been changed since
 */
export const PAGE_STATES = ['draft', 'waiting', 'live', 'changed'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const PAGE_SORTS = [
  'slug:asc',
  'slug:desc',
  'createdAt:asc',
  'createdAt:desc',
  'updatedAt:asc',
  'updatedAt:desc',
] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

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

/** `GET /pseo-pages`: the filter, and these, as query parameters. */
export interface PageListQuery extends PageFilter {
  /** `slug:asc` unless given. */
  sort?: PageSort;
  /** 1 to 100; 50 unless given. */
  limit?: number;
  /** `nextCursor` of the part before; the filter and the sort stay the same. */
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
export type NewPageJob = { action: PageAction } & SelectedPages;

/** How many pages `pages` of a selection may name. For more, use a filter. */
export const MOST_NAMED_PAGES = 5_000;

/** `waiting` and `running` jobs go on by themselves; ask again every second or two. */
export type PageJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/**
 * `GET /pseo-page-jobs/:documentId`; also the answer of `POST /pseo-page-jobs` and `POST /pseo-page-slugs` (202), and of
 * `POST /pseo-page-jobs/:documentId/cancel` and `…/resume` (409 when it is too late for that).
 * `GET /pseo-page-jobs?website=…`: the latest 20, as a list.
 */
export interface PageJob {
  documentId: string;
  website: string;
  /** `slugs`: slugs are made anew. */
  action: PageAction | 'slugs';
  state: PageJobState;
  /** Pages that it has dealt with so far, the refused ones among them. */
  done: number;
  /** All that were selected when it was started. */
  total: number;
  /** Published, unpublished, deleted, or given new slugs. */
  changed: number;
  /**
   * Nothing was to be done: live already as it is, not live anyway, slugs already as the templates make them, or
   * deleted by somebody since.
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

/* ---- Making slugs anew ------------------------------------------------------------------------------------ */

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

/** What making slugs anew would do. */
export interface SlugsPreview {
  /** Stands for the slug templates that it was made with. */
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
  /** The first that can not, at most `SLUG_REFUSALS`. */
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

/* ---- Drips: some pages a day or week ---------------------------------------------------------------------- */

export const DRIP_ORDERS = ['slug', 'created', 'random'] as const;
/** By slug, the oldest first, or at random; fixed when the drip is made. */
export type DripOrder = (typeof DRIP_ORDERS)[number];

export interface DripPlan {
  /** Pages at a time, 1 to `MOST_AT_A_TIME`. */
  amount: number;
  every: 'day' | 'week';
  /** For `week`: 1 is Monday, 7 is Sunday. Null for `day`. */
  weekday: number | null;
  /** `HH:MM`, 24 hours, in the time zone. */
  time: string;
  /** A name such as `Europe/Berlin`. */
  timeZone: string;
  order: DripOrder;
}

export const MOST_AT_A_TIME = 10_000;

/** `finished`: no page waits any more. More drafts can be added to it, and it goes on. */
export type DripState = 'running' | 'paused' | 'finished';

/**
 * `GET /pseo-drips/:documentId`; also the answer of every call that makes or changes one:
 * - `GET /pseo-drips?website=…` (`&campaign=…`): a list, the latest first
 * - `POST /pseo-drips`, as JSON `{ campaign, plan }` (201): takes all drafts of the campaign that are not live, and
 *   runs. 409 when the campaign has a drip already: a campaign has one at most.
 * - `PUT /pseo-drips/:documentId`, as JSON `{ plan }`: another plan for the pages that wait. A changed order sorts
 *   them anew.
 * - `POST /pseo-drips/:documentId/pause` and `…/resume`: what fell into the pause is not made up for
 * - `POST /pseo-drips/:documentId/add-drafts`: also takes drafts that were made since, at the end
 * - `DELETE /pseo-drips/:documentId`: pages that wait are drafts again (204)
 */
export interface Drip {
  documentId: string;
  campaign: { documentId: string; name: string };
  website: string;
  plan: DripPlan;
  state: DripState;
  /** When pages are published next; null unless it runs. */
  nextAt: string | null;
  /** When the last of them will be, as things stand; null unless it runs. */
  lastAt: string | null;
  waiting: number;
  published: number;
  /** Passed over with a reason: see `PageRefusals`. They do not count as published. */
  refused: number;
  /** Dates that were missed because no server was running. They are not made up for. */
  missed: number;
  /** What was published last, and when. */
  lastRun: { at: string; published: number } | null;
  createdAt: string;
}

/** `POST /pseo-drips/preview`, as JSON `{ campaign, plan }`: what a drip would do. Nothing is changed. */
export interface DripPreview {
  /** Drafts of the campaign that are not live; when it has a drip already, those that wait in it. */
  pages: number;
  /** How many times it will publish. */
  times: number;
  /** The first few moments, at most 5. */
  next: string[];
  /** Null when there are no pages. */
  lastAt: string | null;
}

/** `GET /pseo-drips/time-zones`: names for `DripPlan.timeZone`. */
export type TimeZones = string[];
// ---------------------------------------------------------------------------------------------------------
// Import of pSEO pages from a file
//
// All routes need the permission IMPORT_PAGES_PERMISSION, and the campaign must be one that the user may change:
// 403 otherwise, 404 for an import that is not there. Every other refusal is a 400 (409 where another import
// stands in the way) in Strapi's error shape, its `error.message` for people. Answers are `{ data: … }`.
//
//  POST   /content-delivery/imports                 multipart/form-data: `campaign` (documentId), `file`
//                                                   → 201 PageImport
//  GET    /content-delivery/imports?campaign=<id>   → PageImportSummary[], the latest first, 20 at most;
//                                                   without `campaign` those of all campaigns of the user
//  GET    /content-delivery/imports/:id             → PageImport; ask once a second while something is under way
//  POST   /content-delivery/imports/:id/check       ImportChoices → 202 PageImport; the dry run, in the background
//  GET    /content-delivery/imports/:id/faulty      ?page=1&pageSize=50 → FaultyRow[], `meta: PageMeta`
//  GET    /content-delivery/imports/:id/renamed     ?page=1&pageSize=50 → RenamedPage[], `meta: PageMeta`
//  GET    /content-delivery/imports/:id/alike       ?page=1&pageSize=50 → AlikePage[], `meta: PageMeta`
//  POST   /content-delivery/imports/:id/run         ImportOptions → 202 PageImport; needs a finished check
//  POST   /content-delivery/imports/:id/cancel      → PageImport; stops the check or the run that is under way
//  POST   /content-delivery/imports/:id/resume      → PageImport; a run that failed or was cancelled goes on
//  DELETE /content-delivery/imports/:id             → 204; the file's rows are forgotten, pages stay
// ---------------------------------------------------------------------------------------------------------

export const IMPORT_PAGES_PERMISSION = 'plugin::content-delivery.pages.import';

/** Largest file, in bytes. */
export const MAX_IMPORT_FILE_BYTES = 100 * 1024 * 1024;
/** Most pages that one import may make. */
export const MAX_IMPORT_PAGES = 250_000;
/** Most different texts of a column that is combined with others. */
export const MAX_LIST_VALUES = 20_000;

/** The texts of a page that a column may give, instead of being made from the campaign's template. */
export const PAGE_FIELDS = ['slug', 'targetSlug', 'html', 'metaTitle', 'metaDescription'] as const;
export type PageField = (typeof PAGE_FIELDS)[number];

/** Where the cells of a column go. */
export type ImportTarget = { to: 'variable'; name: string } | { to: PageField };

export interface ImportColumn {
  name: string;
  /**
   * How many different texts it has, empty cells aside: what it counts for among combinations. Null for more than
   * MAX_LIST_VALUES: such a column is no list to combine.
   */
  values: number | null;
}

export interface ImportRow {
  /** The line of the file that the row begins in, from 1; for JSON the number of the entry, from 1. */
  line: number;
  /** A cell for each column; null where it is empty or missing. Long cells are cut for showing. */
  cells: (string | null)[];
}

/** A variable that the campaign's templates use. */
export interface CampaignVariable {
  name: string;
  /** The texts of the page that use it. */
  usedIn: PageField[];
}

/**
 * - `rows`: each row makes a page.
 * - `combinations`: each column is a list; each combination of one text from each mapped column makes a page.
 */
export type ImportMode = 'rows' | 'combinations';

export interface ImportChoices {
  mode: ImportMode;
  /** One entry for each column, in their order; null for a column that is not imported. */
  targets: (ImportTarget | null)[];
}

export interface ImportOptions {
  /** True: the pages go live. False: they become drafts, and live pages keep their live version. */
  publish: boolean;
  /** True: faulty rows are left out. False: an import with a faulty row does not begin. */
  skipFaulty: boolean;
}

export type ImportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** How far a check or a run is. */
export interface ImportProgress {
  state: ImportState;
  /** Rows (or combinations) looked at so far. */
  done: number;
  total: number;
  /** Estimated seconds until the end; null while that can not be told. */
  secondsLeft: number | null;
  /** Why it failed, for people; null otherwise. */
  message: string | null;
  startedAt: Timestamp | null;
  finishedAt: Timestamp | null;
}

export interface ImportCheck extends ImportProgress {
  choices: ImportChoices;
  /** Final once `state` is `done`; counts so far before. */
  result: {
    /** Pages that the run would make. */
    create: number;
    /** Pages that are there already and would change. */
    update: number;
    /** Pages that are there already, and would be left alone when the run makes drafts. */
    same: number;
    /** Among `same`: those with no live version, or another one. A run that publishes would publish them. */
    sameButNotLive: number;
    faulty: number;
    /** Pages whose slug is made of the given one, which cannot stand in an address as it is. */
    renamed: number;
    /** Pages that read almost like another one of the file. Known at the end only; null before. */
    alike: number | null;
  };
  /** True when the campaign's templates have changed since: check again before a run. */
  isOutdated: boolean;
}

export interface ImportRun extends ImportProgress {
  options: ImportOptions;
  result: {
    created: number;
    updated: number;
    same: number;
    /** Faulty rows that were left out. */
    skipped: number;
  };
}

export interface PageImportSummary {
  documentId: string;
  /** The file's name. */
  name: string;
  campaign: { documentId: string; name: string };
  website: { documentId: string; name: string };
  /** Rows of the file, faulty ones included. */
  rowCount: number;
  createdAt: Timestamp;
  check: ImportCheck | null;
  run: ImportRun | null;
}

export interface PageImport extends PageImportSummary {
  /** Null delimiter for JSON. */
  format: { kind: 'csv' | 'json'; delimiter: ',' | ';' | '\t' | null };
  columns: ImportColumn[];
  /** The first rows. */
  sample: ImportRow[];
  /** The variables of the campaign's templates, as they are now. */
  variables: CampaignVariable[];
  /** Columns matched to variables and page fields by their names; null where nothing fits. */
  suggestion: ImportChoices['targets'];
}

export const FAULT_KINDS = [
  /** The row itself can not be read: too few or too many cells, or a cell that is no text. */
  'unreadable-row',
  'missing-variable',
  'empty-result',
  'slug-taken',
  'duplicate',
  'broken-html',
  'template-error',
  'too-long',
  /** A character that can not be stored. */
  'unstorable-text',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** In words, for people: what is wrong and what to do. */
  message: string;
}

export interface FaultyRow {
  /** The line of the file, from 1; for combinations the number of the combination, from 1. */
  line: number;
  /** The slug of its page where there is one; for combinations also a way to tell which one it is. */
  slug: string | null;
  faults: Fault[];
}

/** A page that gets another slug than the file or the template says. */
export interface RenamedPage {
  line: number;
  /** As the file or the template has it. */
  given: string;
  /** As it is stored. */
  slug: string;
}

/** A page and the page of the same file that it reads most alike. */
export interface AlikePage {
  line: number;
  slug: string;
  /** The share of common shingles of five words once the variables are taken out; 1 is the same text. */
  share: number;
  sibling: { line: number; slug: string };
}

export interface PageMeta {
  page: number;
  pageSize: number;
  total: number;
}

/** Where a post stands or will stand: what the admin panel shows below its slug. */
export interface PostAddress {
  /** The slug that was asked about, or the one made from the title; empty when there is neither. */
  slug: string;
  /** No other post of the website has it, be it live or a draft. */
  isFree: boolean;
  /** The slug itself when it is free and stands in an address as it is, else the nearest one that does. */
  freeSlug: string;
  /** Where readers find the post now; null when it is not live. */
  live: { slug: string; websiteUrl: string | null } | null;
  website: { name: string; url: string | null; scheduledPosts: 'include' | 'withhold' };
  /** The absolute address of the route that delivers posts. */
  apiUrl: string;
}

/** Categories or tags of one website, as the pickers of the admin panel offer them. */
export interface TermPage {
  terms: { id: number | string; documentId: string; name: string }[];
  hasMore: boolean;
}
