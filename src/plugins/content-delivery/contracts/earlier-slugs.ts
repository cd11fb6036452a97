/**
 * What server, admin panel and tests agree on about the earlier slugs of an entry.
 *
 * This file imports nothing, so that all of them can use it.
 */

export interface EarlierSlugItem {
  slug: string;
  /** ISO 8601: since when it is an earlier one. */
  at: string;
}

/**
 * `GET /content-delivery/entries/:model/:documentId/earlier-slugs`, and what changes of it answer:
 * - `POST`, as JSON `{ slug }`: it leads to the entry from now on
 * - `DELETE …?slug=…`: it leads there no more
 */
export interface EarlierSlugList {
  /** Latest first. */
  slugs: EarlierSlugItem[];
  /** The user may add and remove some. */
  mayChange: boolean;
}

/** Earlier slugs that an entry may be given by hand. */
export const MAX_EARLIER_SLUGS = 100;
