export { createIncoming } from './incoming-entries';
export type { ExportOptions } from './options';
export { surveyExport, type Survey } from './survey';
