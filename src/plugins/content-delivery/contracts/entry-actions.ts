/**
 * What the plugin's admin routes answer before a user changes, unpublishes or deletes entries.
 *
 * This file imports nothing, so that server, admin panel and tests can all use it.
 */

/** What the signed-in user may do to an entry as it is: conditions of roles depend on it. */
export interface EntryRights {
  update: boolean;
  publish: boolean;
  delete: boolean;
}

/** A live version that is about to go. */
export interface LiveEntry {
  /** Its title; empty where the user may not see it. */
  name: string;
  slug: string;
  websiteUrl: string | null;
  /** ISO 8601: since when readers have it, or from when on where that is still to come. */
  since: string;
}

/** What is lost when entries are unpublished or deleted. */
export interface Impact {
  /** How many of them are published, how many of these readers get only from a date to come, and a few. */
  live: number;
  waiting: number;
  entries: LiveEntry[];
  /** Live posts of the same websites that link there, with a few titles; null where there are too many entries to look for them. */
  posts: { count: number; titles: string[] } | null;
  /** Link rules that lead there, with the keywords of a few; null as for posts. */
  rules: { count: number; keywords: string[] } | null;
  /** Days for which the deleted can be brought back; null for a type that is not. */
  binDays: number | null;
}

/** Entries that one question may name. */
export const MAX_AFFECTED = 100;
