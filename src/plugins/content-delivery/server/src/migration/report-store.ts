import type { Core } from '@strapi/strapi';
import type { ImportReport } from '../../../contracts/import-reports';
import { UIDS } from '../platform/uids';
import { mostImportantFirst, type Report } from './report';

/** Lines that are kept for the panel. */
const MAX_LINES = 1_000;

const PREFIX = 'import-report-';
const STORED = `plugin_content-delivery_${PREFIX}`;

/** The report of each website's latest import, for the panel. */
export const createReportStore = (strapi: Core.Strapi) => {
  const of = (website: string) =>
    strapi.store({ type: 'plugin', name: 'content-delivery', key: `${PREFIX}${website}` });

  /** Those of websites that are gone. */
  const clean = async (): Promise<void> => {
    const rows: { id: number; key: string }[] = await strapi.db
      .query('strapi::core-store')
      .findMany({ where: { key: { $startsWith: STORED } }, select: ['id', 'key'] });
    const websites: { documentId: string }[] = await strapi.db
      .query(UIDS.website)
      .findMany({ select: ['id', 'documentId'] });
    const keys = new Set(websites.map(({ documentId }) => `${STORED}${documentId}`));
    const gone = rows.filter(({ key }) => !keys.has(key)).map(({ id }) => id);
    if (gone.length > 0)
      await strapi.db.query('strapi::core-store').deleteMany({ where: { id: { $in: gone } } });
  };

  return {
    /** @param website documentId */
    async keep(website: string, { lines }: Pick<Report, 'lines'>): Promise<void> {
      const kept = mostImportantFirst(lines)
        .slice(0, MAX_LINES)
        .map(({ loss, kind, where, what, whatToDo, count }) => ({
          loss,
          kind,
          where,
          what,
          whatToDo,
          count,
        }));
      const value: ImportReport = {
        at: new Date().toISOString(),
        lines: kept,
        left: Math.max(0, lines.length - MAX_LINES),
      };
      await of(website).set({ value });
      await clean();
    },

    /** Null for a website that nothing was brought into. */
    find: async (website: string): Promise<ImportReport | null> =>
      ((await of(website).get({})) as ImportReport | null) ?? null,
  };
};
