export type * from './incoming';
export { createReport, type Counts, type Report, type ReportLine, type ReportWriter } from './report';
export { MovingProblem, type ImageOptions, type Withdrawn, type Writer, type WriterOptions } from './writer';
export { openWriter } from './open-writer';
