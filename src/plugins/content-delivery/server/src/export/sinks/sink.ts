type Content = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** Where an export goes: a folder, or an archive that is being downloaded. */
export interface Sink {
  /**
   * Adds a file; one at a time.
   * @param name relative, with `/` between folders, and without `..`
   */
  add(name: string, content: Content): Promise<void>;
  /** The same for a file that may break off: then there is nothing of it, and others can follow. */
  addWhole(name: string, content: Content): Promise<void>;
  /** Milliseconds that a file from elsewhere may take to come. */
  readonly fetchTime: number;
}
