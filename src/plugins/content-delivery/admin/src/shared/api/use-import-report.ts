import type { ImportReport } from '../../../../contracts/import-reports';
import { useAnswer } from './use-answer';
import { PLUGIN_ID } from '../plugin-id';

/** What the latest import said of a website. @param website documentId; null asks nothing */
export const useImportReport = (website: string | null) =>
  useAnswer<{ data: ImportReport | null }>(
    website === null ? null : `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/import-report`,
  );
