import type { PostOptions } from '../post-options';

/** The operator's choices. */
export interface GhostOptions extends PostOptions {
  /** The address of the old website. */
  address: URL;
  /** Types of entries that come as posts: `post`, `page`. */
  types: ReadonlySet<string>;
  /** Whether the first tag of a post is its category. */
  isFirstTagCategory: boolean;
  /** Whether an excerpt is the meta description of a post that has none. */
  excerptsAsDescriptions: boolean;
}
