import type { PostOptions } from '../post-options';

/** The operator's choices. */
export interface MarkdownOptions extends PostOptions {
  /** Where the posts lie. */
  folder: string;
  /** Folders whose content lay at the root of the old website: `public`, `static`. */
  fileFolders: readonly string[];
  /** The address of the old website. */
  address: URL;
  /** Where posts were on the old website that do not say so themselves, such as `/blog/:slug/`. Null: not known. */
  oldPaths: string | null;
  /** What becomes of all categories of a post but the first. */
  otherCategories: 'drop' | 'tags';
}
