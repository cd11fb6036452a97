import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { newDocumentId } from '../../platform/document-ids';
import { UIDS } from '../../platform/uids';

/**
 * The series of each entry's preview links: a random text that is signed with them. To end all links of an entry is
 * to forget its series; the next link begins another one. Backups leave this table out, so that no restored row
 * revives what was ended.
 *
 * It is written past the document service, as none of this changes what front ends get.
 */
export const createPreviewStore = (strapi: Core.Strapi) => {
  const table = () => strapi.db.metadata.get(UIDS.preview).tableName;

  return {
    /** The series for one more link of an entry, which works until `end`. */
    async join(entry: string, end: Date): Promise<string> {
      const now = new Date();
      return strapi.db.transaction(async ({ trx }) => {
        await trx(table())
          .insert({
            document_id: newDocumentId(),
            entry,
            series: randomBytes(12).toString('base64url'),
            works_until: end,
            created_at: now,
            updated_at: now,
          })
          .onConflict('entry')
          // Locks the row that is there, so that it cannot be gone when it is read.
          .merge({ updated_at: now });
        await trx(table())
          .where({ entry })
          .where('works_until', '<', end)
          .update({ works_until: end, updated_at: now });
        const row: { series: string } | undefined = await trx(table()).where({ entry }).first('series');
        if (!row) throw new Error('What the links are signed with was not stored.');
        return row.series;
      });
    },

    /** Until when links of an entry work at most; null when none does. */
    async worksUntil(entry: string): Promise<Date | null> {
      const row: { until: Date | string | number } | undefined = await strapi.db
        .connection(table())
        .where({ entry })
        .where('works_until', '>', new Date())
        .first('works_until as until');
      return row ? new Date(row.until) : null;
    },

    /** Ends all links of an entry at once. @returns false when there were none */
    end: async (entry: string): Promise<boolean> =>
      strapi.db.transaction(async ({ trx }) => (await trx(table()).where({ entry }).delete()) > 0),
  };
};

export type PreviewStore = ReturnType<typeof createPreviewStore>;
