import type { Core } from '@strapi/strapi';
import { tablesOf } from '../../platform/database/tables';
import { CHANGE_MODEL } from './model';

const DAY = 24 * 3_600_000;
/** Rows that one statement deletes. */
const BATCH_SIZE = 500;
const TABLE = CHANGE_MODEL.tableName;

export interface ChangeLogConfig {
  /** Days that rows are kept for. */
  days: number;
  /** Rows that are kept for one website. */
  rows: number;
}

/**
 * Deletes rows of the change log that are too old or too many, and those of websites that are gone, a little at a time.
 * @param goOn false when the work is to end here
 */
export const purgeChangeLog = async (
  strapi: Core.Strapi,
  { days, rows }: ChangeLogConfig,
  goOn: () => boolean,
): Promise<void> => {
  const sql = strapi.db.connection;
  const before = new Date(Date.now() - days * DAY);
  const logged: string[] = await sql(TABLE).groupBy('website').pluck('website');
  const there = new Set<string>(await sql(tablesOf(strapi).websites).pluck('document_id'));
  for (const website of logged) {
    const oldest: { revision: number } | undefined = await sql(TABLE)
      .where({ website })
      .orderBy('revision', 'desc')
      .offset(rows)
      .first('revision');
    while (goOn()) {
      const going = sql(TABLE).where({ website });
      if (there.has(website)) {
        void going.where((which) => {
          void which.where('at', '<', before);
          if (oldest) void which.orWhere('revision', '<=', oldest.revision);
        });
      }
      const ids: number[] = await going.orderBy('revision').limit(BATCH_SIZE).pluck('id');
      if (ids.length > 0) {
        await strapi.db.transaction(async ({ trx }) => {
          await trx(TABLE).whereIn('id', ids).delete();
        });
      }
      if (ids.length < BATCH_SIZE) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
};
