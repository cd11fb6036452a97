/** The operator's choices. */
export interface MarkdownOptions {
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
  /** Whether posts keep who has written them. */
  authors: boolean;
  /** Whether files that texts link to come too. */
  linkedFiles: boolean;
  /** The path that posts have on the new website; links to posts lead there then. Null leaves links as they are. */
  linksTo: string | null;
}
