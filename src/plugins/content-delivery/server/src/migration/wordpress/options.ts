import type { PostOptions } from '../post-options';

/** The operator's choices. */
export interface ExportOptions extends PostOptions {
  /** Types of items that come as posts. */
  types: ReadonlySet<string>;
  /** What becomes of categories beside the main one: a post has one here. */
  otherCategories: 'drop' | 'tags';
  /** Whether addresses of well-known hosts become their players; else links. */
  embeds: boolean;
  /** Whether an excerpt is the meta description of a post that has none. */
  excerptsAsDescriptions: boolean;
}
