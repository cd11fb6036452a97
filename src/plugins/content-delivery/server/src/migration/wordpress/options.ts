/** The operator's choices. */
export interface ExportOptions {
  /** Types of items that come as posts. */
  types: ReadonlySet<string>;
  /** What becomes of categories beside the main one: a post has one here. */
  otherCategories: 'drop' | 'tags';
  /** Whether addresses of well-known hosts become their players; else links. */
  embeds: boolean;
  /** Whether posts keep who has written them. */
  authors: boolean;
  /** Whether an excerpt is the meta description of a post that has none. */
  excerptsAsDescriptions: boolean;
  /** Whether files that texts link to come too. */
  linkedFiles: boolean;
  /** The path that posts have on the new website; links to posts lead there then. Null leaves links as they are. */
  linksTo: string | null;
}
