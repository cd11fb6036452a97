/**
 * Content from elsewhere. A source (another server, a WordPress export) yields incoming entries; the writer settles what the
 * content model does not allow, stores them, remembers them in the import ledger, and reports what was changed or skipped.
 */
export type * from './incoming';
export type { PostOptions } from './post-options';
export {
  createReport,
  mostImportantFirst,
  type Counts,
  type Report,
  type ReportLine,
  type ReportWriter,
} from './report';
export { createReportStore } from './report-store';
export { MigrationProblem, type ImageOptions, type Writer, type WriterOptions } from './writer';
export { openWriter } from './open-writer';
export { findWebsite, type FoundWebsite } from './website';
