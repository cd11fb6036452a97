/** A text without what only its generator understands. */
export interface Written {
  text: string;
  /** What stays as text, or went, as it was written; each once. */
  left: ReadonlySet<string>;
}

/** Characters of what is quoted in a report. */
export const SHOWN = 60;
