import type { FileOptions } from '../../pseo/imports/file';
import type { PostOptions } from '../post-options';

/** The operator's choices. */
export interface TableOptions extends PostOptions {
  /** As it was given. */
  file: string;
  /** What the operator says of it. */
  read: FileOptions;
  /** The address of the old website. */
  address: URL;
  /** What columns mean, by their names: that of a field, or empty for one that is left out. */
  map: ReadonlyMap<string, string>;
  /** Texts of columns, by their names, that count as an empty cell. */
  empty: ReadonlyMap<string, readonly string[]>;
  /** What the texts are written in. */
  syntax: 'html' | 'markdown';
  /** What becomes of all categories of a post but the first. */
  otherCategories: 'drop' | 'tags';
}
