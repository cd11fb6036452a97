/** Where an export goes: a folder, or an archive that is being downloaded. */
export interface Sink {
  /**
   * Adds a file; one at a time.
   * @param name relative, with `/` between folders, and without `..`
   */
  add(name: string, content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>): Promise<void>;
}
