/**
 * What the plugin's admin routes about copies of a post on other websites take and answer.
 *
 * This file imports nothing, so that server, admin panel and tests can all use it.
 */

/** The websites that the signed-in user may copy a post to, by name. */
export interface CopyTargets {
  websites: { documentId: string; name: string }[];
}

/** A category, tag or author of the post: the website has one of this address, gets one, or the copy goes without. */
export interface CopiedTerm {
  field: 'category' | 'tags' | 'author';
  name: string;
  becomes: 'matched' | 'made' | 'left-out';
}

/** What a copy is, or is going to be. */
export interface PostCopyPlan {
  /** Free on the website; null where the post has no title to make one from. */
  slug: string | null;
  terms: CopiedTerm[];
  /** Names of the files that the copy shows. */
  files: string[];
  /** Attributes that the copy goes without, as they are tied to the post's website or the user's role keeps them back. */
  leftOut: string[];
}

export interface PostCopyRequest {
  /** documentId */
  website: string;
}

export interface PostCopy extends PostCopyPlan {
  /** Of the new draft. */
  documentId: string;
}
