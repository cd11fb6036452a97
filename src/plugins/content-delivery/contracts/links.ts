/**
 * What the plugin's admin routes about links between entries take and answer.
 *
 * This file imports only contracts, so that server, admin panel and tests can all use it.
 */
import type { Timestamp } from './delivery';

/** The permission to see the page "Links". Which entries, is decided by the rights on them. */
export const SEE_LINKS_PERMISSION = 'plugin::content-delivery.links.read';

/**
 * - `dead-link`: a link in a live text that leads to no live entry
 * - `dead-rule`: an internal link of the account that leads to none
 * - `unused-keyword`: an internal link whose keyword is in no live post
 * - `unlinked-post`: a live post that no other post or page links to
 */
export const LINK_FINDING_KINDS = ['dead-link', 'dead-rule', 'unused-keyword', 'unlinked-post'] as const;
export type LinkFindingKind = (typeof LINK_FINDING_KINDS)[number];

/**
 * Of where a link leads, as it is now:
 * - `draft`: an entry that was never published
 * - `unpublished`: an entry that was published before
 * - `deleted`: an entry in the bin
 * - `missing`: no entry has this address
 * - `live`: an entry that has been published since the check
 */
export type LinkTargetState = 'draft' | 'unpublished' | 'deleted' | 'missing' | 'live';

export type LinkedEntryType = 'post' | 'pseo-page' | 'internal-link';

/** What the links of an account's websites were found to be like. */
export interface LinkCheck {
  account: { documentId: string; name: string };
  /** Those that the user may see. */
  websites: { documentId: string; name: string }[];
  /** When what is listed was read; null before the first check. */
  checkedAt: Timestamp | null;
  /** False when something that readers get has changed since. */
  isCurrent: boolean;
  /** The check that is under way, waits or went wrong; null for none since the last one that ended. */
  latest: { state: 'waiting' | 'running' | 'failed'; done: number; total: number | null } | null;
  /** Findings that the user may see, of each kind. */
  counts: Record<LinkFindingKind, number>;
  /** Texts that took too long to read. */
  unread: number;
  /** True when there are more findings of a kind than are kept. */
  isCut: boolean;
}

export interface LinkFinding {
  id: string;
  kind: LinkFindingKind;
  /** Where the link, or the rule, is. */
  entry: { type: LinkedEntryType; documentId: string; name: string };
  /** Null for a keyword, which belongs to the account. */
  website: { documentId: string; name: string } | null;
  /** Where the link leads, as it is written; null for a post. */
  address: string | null;
  /** Null where no link is meant. */
  state: LinkTargetState | null;
  /** The entry that it leads to, where the user may read it. */
  target: { type: LinkedEntryType; documentId: string; name: string } | null;
  /** Pages of the same campaign that have the same link, this one included. */
  pages: number;
}

/** `GET /link-checks/:account/findings?kind=…` (`&website=…&after=…`), in the order in which they were found. */
export interface LinkFindings {
  findings: LinkFinding[];
  /** Asks for those behind; null at the end. */
  next: string | null;
}

/** `POST /keyword-places`: where front ends would link a keyword, before it is saved. */
export interface KeywordQuestion {
  keyword: string;
  url: string;
  /** documentId of the account. */
  account: string;
  /** documentId of the internal link that it belongs to; null for a new one. */
  link: string | null;
  /** What the answer before gave as `next`; null to begin. */
  after: string | null;
}

export interface KeywordPlace {
  post: { documentId: string; title: string };
  website: string;
  before: string;
  /** As the post has it. */
  found: string;
  after: string;
}

/** A part of the answer: as many posts as fit into a moment. */
export interface KeywordPlaces {
  /** Posts of this part that would link the keyword. */
  posts: number;
  /** The first place of each of the first few. */
  places: KeywordPlace[];
  /** How far it has come: rows that were looked at in this part, and those that there are in all, drafts among them. */
  looked: number;
  total: number;
  /** Null at the end. */
  next: string | null;
}

/** A post or pSEO page that a link may lead to. */
export interface LinkTarget {
  type: 'post' | 'pseo-page';
  documentId: string;
  /** Of a page: its slug, unless it has a title of its own. */
  title: string;
  /** That readers use now, else the draft's. */
  slug: string;
  /** False for a draft, which readers do not get. */
  isLive: boolean;
}

/** `GET /websites/:documentId/link-targets?search=…` (`&words=…`): by title or slug, the latest first. */
export interface LinkTargets {
  /** Of the website; null where only paths are known. */
  url: string | null;
  targets: LinkTarget[];
  /** Internal links whose keywords front ends link by themselves in these words. */
  keywords: { keyword: string; url: string }[];
}

/** Characters that are searched for, and that are looked through for keywords. */
export const MAX_LINK_SEARCH = 200;
