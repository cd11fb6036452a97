/** What the operator chooses for the posts of every blog. */
export interface PostOptions {
  /** Whether posts keep who has written them. */
  authors: boolean;
  /** Whether files that texts link to come too. */
  linkedFiles: boolean;
  /** The path that posts have on the new website; links to posts lead there then. Null leaves links as they are. */
  linksTo: string | null;
}
