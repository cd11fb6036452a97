/**
 * What the latest import of a blog or another system said of a website: `GET /content-delivery/websites/:documentId/import-report`,
 * answered with `{ data: ImportReport | null }`, for whoever may see the website.
 *
 * This file imports nothing, so that server, admin panel, commands and tests can all use it.
 */

/**
 * - `left-out`: it is not here;
 * - `altered`: it is here, but not as it was;
 * - `note`: nothing is wrong, but the operator should know.
 */
export type Loss = 'left-out' | 'altered' | 'note';

/** One thing to know of an import. */
export interface ImportReportLine {
  loss: Loss;
  /** What it is about: post, image, website … */
  kind: string;
  /** The entry as its source names it, the row, or "all posts". */
  where: string;
  /** What was wrong and what was done, in a sentence or two. */
  what: string;
  /** What the operator can do about it. */
  whatToDo: string;
  /** How many entries this line is about. */
  count: number;
}

export interface ImportReport {
  /** ISO 8601 */
  at: string;
  /** The most important first. */
  lines: ImportReportLine[];
  /** How many more there were; the command's `--report` writes all. */
  left: number;
}
