/**
 * What the latest import of a blog or another system said of a website: `GET /content-delivery/websites/:documentId/import-report`,
 * answered with `{ data: ImportReport | null }`, for whoever may see the website.
 *
 * This file imports nothing, so that server, admin panel, commands and tests can all use it.
 */

export interface ImportReportLine {
  loss: 'left-out' | 'altered' | 'note';
  /** What it is about: post, image, website … */
  kind: string;
  where: string;
  what: string;
  whatToDo: string;
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
