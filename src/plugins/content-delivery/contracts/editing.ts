/**
 * What the plugin's part of the admin panel and its server part agree on, while an editor writes.
 *
 * This file imports only the delivery contract, so that both sides and tests can use it.
 */
import type { Post, PseoPage, Timestamp } from './delivery';

/**
 * The form value in which the panel sends back which version of an entry it opened. To the panel's forms it is
 * one more attribute; it is stored nowhere. An error at this field says that another editor has saved since.
 */
export const OPENED_VERSION = 'openedVersion';

/** A version is identified by its time of saving. */
export interface OpenedVersion {
  savedAt: Timestamp;
}

/**
 * Header that names a save, a publication or the creation of an entry: 1 to 64 letters, digits and hyphens, made by the panel. All tries to create
 * an entry from one form have the same, and one entry comes of them.
 */
export const SAVE_HEADER = 'Idempotency-Key';

/**
 * Header that names earlier saves of the same form that got no answer, separated by commas. Where one of them has made the version that is
 * stored, that is the version which the form rests on.
 */
export const UNANSWERED_HEADER = 'X-Content-Delivery-Unanswered';

/** `error.details.reason` where an entry was made from the form by an earlier try. */
export const ALREADY_CREATED = 'already created';

/** `GET /saves/:model/:save`: what came of a save of the signed-in user; 404 where nothing has, so far. */
export interface SaveReceipt {
  /** The documentId. */
  entry: string;
  /** The version that it has made. */
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
  /** `out-of-sight`: the published version is on a website that the user may not see. */
  visibility: Visibility | 'out-of-sight';
  /** The schedule date that it waits for; null when it does not wait. */
  waitsUntil: Timestamp | null;
  /** True when the saved draft differs from what was published. */
  unpublishedChanges: boolean;
  /** The body that the single-entry route answers, or will answer from `waitsUntil` on; null when not published, and where the user may not read all of it. */
  response: Post | PseoPage | null;
  /** Most frequent first; null where they take too long to count. */
  keywords: KeywordCount[] | null;
}

/** The address of a post, now or later: what the admin panel shows below its slug. */
export interface PostAddress {
  /** The slug that was asked about, or the one made from the title; empty when there is neither. */
  slug: string;
  /** No other post of the website has it, be it live or a draft. */
  isFree: boolean;
  /** The slug itself when it is free and needs no encoding in an address, else the nearest one that does. */
  freeSlug: string;
  /** Where readers find the published post, now or from its schedule date on; null when it is not published. */
  live: {
    slug: string;
    websiteUrl: string | null;
    /** The schedule date, while it is to come. */
    waitsUntil: Timestamp | null;
  } | null;
  website: { name: string; url: string | null; scheduledPosts: 'include' | 'withhold' };
}

/** Categories or tags of one website, as the pickers of the admin panel offer them. */
export interface TermPage {
  terms: { id: number | string; documentId: string; name: string }[];
  hasMore: boolean;
}
