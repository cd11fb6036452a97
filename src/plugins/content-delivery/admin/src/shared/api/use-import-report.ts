import type { ImportReport } from '../../../../contracts/import-reports';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** What the latest import said of a website. @param website documentId; null asks nothing */
export const useImportReport = (website: string | null) =>
  useAnswer<{ data: ImportReport | null }>(
    website === null ? null : `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/import-report`,
  );
