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

/** `GET /home?website=…`, of all websites without it: what waits for the signed-in user. Posts that nobody may read are in no list, and count in none. */
export interface Home {
  /** Drafts that the user began and that were never published, the latest first. */
  drafts: HomePosts;
  /** Drafts of colleagues who may not publish, the latest first; null for who may not publish either. */
  toPublish: HomePosts | null;
  /** What readers see within a week, the next first. */
  scheduled: HomePosts;
  /** Work on many pages that stopped with an error in the last week, the latest first. */
  failed: FailedWork[];
  /** Links that led nowhere when they were checked last; null where the user may not see them, or none were checked. */
  deadLinks: number | null;
  mayWrite: boolean;
}

export interface FailedWork {
  work: 'pages' | 'import';
  website: { documentId: string; name: string };
  /** The documentId of an import; null for other work. */
  pageImport: string | null;
  at: Timestamp;
}

/** `GET /home/recent?website=…`, of all websites without it: the posts that the signed-in user changed last. */
export type RecentPosts = HomePost[];
