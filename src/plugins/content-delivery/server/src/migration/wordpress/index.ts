export { createIncoming } from './incoming-entries';
export type { ExportOptions } from './options';
export { partsOf } from './file';
export { surveyExport } from './survey';
