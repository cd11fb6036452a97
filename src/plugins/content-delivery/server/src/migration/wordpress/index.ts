export { createIncoming } from './incoming-entries';
export type { ExportOptions } from './options';
export { partsOf, type ExportPart } from './file';
export { surveyExport } from './survey';
