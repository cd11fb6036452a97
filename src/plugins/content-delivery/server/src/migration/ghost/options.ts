/** The operator's choices. */
export interface GhostOptions {
  /** The address of the old website. */
  address: URL;
  /** Types of entries that come as posts: `post`, `page`. */
  types: ReadonlySet<string>;
  /** Whether the first tag of a post is its category. */
  isFirstTagCategory: boolean;
  /** Whether posts keep who has written them. */
  authors: boolean;
  /** Whether an excerpt is the meta description of a post that has none. */
  excerptsAsDescriptions: boolean;
  /** Whether files that texts link to come too. */
  linkedFiles: boolean;
  /** The path that posts have on the new website; links to posts lead there then. Null leaves links as they are. */
  linksTo: string | null;
}
