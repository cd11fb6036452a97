/**
 * What the home page of the admin panel asks of the plugin.
 *
 * This file imports only contracts, so that server, admin panel and tests can all use it.
 */
import type { Timestamp } from './delivery';

export interface HomePost {
  documentId: string;
  title: string;
  /** Null for a draft that has none yet, or whose website the user may not see. */
  website: string | null;
  /** When it was saved last; of scheduled posts, when readers see it. */
  at: Timestamp;
}

/** The first few of a list, and how many there are. */
export interface HomePosts {
  total: number;
  posts: HomePost[];
}

/**
 * The lists of posts. `GET /home/posts?list=…&start=…&website=…` answers what follows in one of them, a hundred at a time, as `HomePosts`;
 * 403 for a list that the user's role does not have.
 */
export const HOME_LISTS = ['drafts', 'changed', 'toPublish', 'scheduled'] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** What the user has typed into a form and not saved. */
export interface HomeUnsaved {
  uid: string;
  /** The content type, as the panel calls it: `Post`. */
  type: string;
  /** The documentId; null for a new entry. */
  entry: string | null;
  title: string;
  /** When it was typed. */
  at: Timestamp;
}

/**
 * `GET /home?website=…`, of all websites without it: what waits for the signed-in user. Posts that the user may not read are in no list,
 * and count in none.
 */
export interface Home {
  /** Drafts that the user began and that were never published, the latest first. */
  drafts: HomePosts;
  /** Live posts of which the user has saved changes that readers do not see yet, the latest first. */
  changed: HomePosts;
  /**
   * Drafts, and saved changes of live posts, of colleagues who may not publish them, the latest first; null for who may not
   * publish either.
   */
  toPublish: HomePosts | null;
  /** What readers see within a week, the next first. */
  scheduled: HomePosts;
  /** What was typed and not saved, of all websites, the latest first. */
  unsaved: HomeUnsaved[];
  /** Work that stopped with an error in the last week, and webhooks that are switched off, the latest first. */
  failed: FailedWork[];
  /** Links that led nowhere when they were checked last; null where the user may not see them, or none were checked. */
  deadLinks: number | null;
  mayWrite: boolean;
}

export interface FailedWork {
  /** Of no other row. */
  key: string;
  /** `webhook`: the server has switched it off, as nothing arrived. */
  work: 'pages' | 'import' | 'replacement' | 'links' | 'webhook';
  /** Null for a replacement, which is of several, and for links, which are of an account. */
  website: { documentId: string; name: string } | null;
  /** The account whose links were checked, where the user may read it; null for other work. */
  account: { documentId: string; name: string } | null;
  /** The documentId of an import; null for other work. */
  pageImport: string | null;
  at: Timestamp;
}

/** `GET /home/recent?website=…`, of all websites without it: the posts that the signed-in user changed last. */
export type RecentPosts = HomePost[];
