/** The operator's choices. */
export interface TableOptions {
  /** As it was given. */
  file: string;
  /** The address of the old website. */
  address: URL;
  /** What columns mean, by their names: that of a field, or empty for one that is left out. */
  map: ReadonlyMap<string, string>;
  /** What the texts are written in. */
  syntax: 'html' | 'markdown';
  /** What becomes of all categories of a post but the first. */
  otherCategories: 'drop' | 'tags';
  /** Whether posts keep who has written them. */
  authors: boolean;
  /** Whether files that texts link to come too. */
  linkedFiles: boolean;
  /** The path that posts have on the new website; links to posts lead there then. Null leaves links as they are. */
  linksTo: string | null;
}
