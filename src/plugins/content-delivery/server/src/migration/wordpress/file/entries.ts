/** What an export of WordPress (WXR) has, as it is written there. All texts may be empty. */

export interface Site {
  kind: 'site';
  title: string;
  link: string;
  description: string;
  /** The address of the blog where it differs from that of WordPress. */
  blogUrl: string;
}

export interface ExportTerm {
  kind: 'term';
  id: string;
  taxonomy: string;
  /** Its slug in WordPress. */
  nicename: string;
  name: string;
  /** The nicename of the term above it. */
  parent: string;
  /** HTML for lists of its posts. */
  description: string;
}

/** A user who has written something. */
export interface ExportAuthor {
  kind: 'author';
  /** By which items name them. */
  login: string;
  displayName: string;
}

/** A term as an item names it. */
export interface ItemTerm {
  taxonomy: string;
  nicename: string;
  name: string;
}

/** A post, a page, a file: whatever WordPress keeps in its table of posts. */
export interface Item {
  kind: 'item';
  /** Counts from 1. */
  position: number;
  /** Of the file, where it begins. */
  line: number;
  id: string;
  type: string;
  status: string;
  title: string;
  link: string;
  /** An address that it had once, or nothing of the kind. */
  guid: string;
  slug: string;
  content: string;
  excerpt: string;
  /** The login of who has written it. */
  author: string;
  /** `2024-03-09 17:20:00` in UTC, in the time zone of the website, and of the last change in UTC. */
  dateGmt: string;
  date: string;
  modifiedGmt: string;
  /** As feeds have it. Of what was never published it is of no use. */
  pubDate: string;
  password: string;
  isSticky: boolean;
  parent: string;
  menuOrder: string;
  attachmentUrl: string;
  terms: ItemTerm[];
  meta: Map<string, string>;
  /** All that it has had before, as WordPress stores them: `_wp_old_slug` may occur several times. */
  oldSlugs: string[];
  comments: number;
  /** Changes when anything of it does but comments and counters, however it is understood. */
  digest: string;
}

export type ExportEntry = Site | ExportTerm | ExportAuthor | Item;
