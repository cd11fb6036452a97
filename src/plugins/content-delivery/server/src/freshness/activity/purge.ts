import type { Core } from '@strapi/strapi';
import { ACTIVITY_MODEL } from './model';
import { DAY } from '../../platform/durations';

/** Rows that one statement deletes. */
const BATCH_SIZE = 500;
const TABLE = ACTIVITY_MODEL.tableName;

/**
 * Deletes what happened too long ago, a little at a time.
 * @param goOn false when the work is to end here
 */
export const purgeActivity = async (
  strapi: Core.Strapi,
  days: number,
  goOn: () => boolean,
): Promise<void> => {
  const before = new Date(Date.now() - days * DAY);
  while (goOn()) {
    const ids: number[] = await strapi.db
      .connection(TABLE)
      .where('at', '<', before)
      .orderBy('at')
      .limit(BATCH_SIZE)
      .pluck('id');
    if (ids.length > 0) {
      await strapi.db.transaction(async ({ trx }) => {
        await trx(TABLE).whereIn('id', ids).delete();
      });
    }
    if (ids.length < BATCH_SIZE) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
};
