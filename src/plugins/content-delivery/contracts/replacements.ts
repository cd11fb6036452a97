/**
 * What the plugin's admin routes under `/content-delivery/replacements` take and answer.
 *
 * This file imports nothing, so that server, admin panel and tests can all use it.
 */

import type { JobState } from './jobs';

/** The permission to open the page. Which posts are found and changed, is decided by the rights on posts. */
export const REPLACE_PERMISSION = 'plugin::content-delivery.posts.replace';

/** Where to look: the title, the words of the content, `href` and `src` in it, both texts for search engines. */
export const REPLACED_FIELDS = ['title', 'text', 'addresses', 'meta'] as const;
export type ReplacedField = (typeof REPLACED_FIELDS)[number];

export interface ReplaceQuery {
  search: string;
  /** Empty takes what is found away. */
  replace: string;
  matchCase: boolean;
  wholeWords: boolean;
  fields: ReplacedField[];
}

export const MAX_SEARCH = 500;
/** Posts that one run changes. */
export const MAX_POSTS = 5_000;

export interface ReplaceScope extends ReplaceQuery {
  /** documentIds */
  websites: string[];
  /** True to change what is live too, beside the drafts. */
  live: boolean;
}

export interface ReplaceSearch extends ReplaceScope {
  /** What the part before gave as `next`; null or absent for the first. */
  after?: string | null;
}

export type PlaceKind = 'title' | 'text' | 'address' | 'metaTitle' | 'metaDescription';

/** One place that would change. */
export interface ReplacePlace {
  /** Names it within the post's version. */
  key: string;
  kind: PlaceKind;
  version: 'draft' | 'live' | 'both';
  /** The words around it, and what is found. */
  before: string;
  found: string;
  after: string;
}

export interface FoundPost {
  documentId: string;
  title: string;
  website: string;
  isLive: boolean;
  /** Stands for the post as it was searched. */
  version: string;
  places: ReplacePlace[];
  /** Places beside those that are listed; they change too. */
  more: number;
}

/** A part of what is found. */
export interface ReplaceResults {
  posts: FoundPost[];
  /** Posts whose texts take too long to look through: they are not changed. */
  unread: Pick<FoundPost, 'documentId' | 'title' | 'website'>[];
  /** Posts looked through in this part, and posts in all. */
  looked: number;
  total: number;
  /** Asks for the next part; null at the end. */
  next: string | null;
}

export interface NewReplacement extends ReplaceScope {
  posts: { documentId: string; version: string; /** Keys of places that stay. */ skip: string[] }[];
}

export interface Replacement {
  documentId: string;
  kind: 'replace' | 'take-back';
  search: string;
  replace: string;
  state: JobState;
  done: number;
  total: number;
  changed: number;
  skipped: number;
  message: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Whether some of it can be taken back. */
  mayTakeBack: boolean;
}

export type SkipReason = 'changed' | 'gone' | 'not-allowed' | 'nothing' | 'too-long' | 'refused';

/** A post that was left as it is. */
export interface SkippedPost {
  documentId: string;
  title: string;
  reason: SkipReason;
  /** What a rule said. */
  message: string | null;
}
