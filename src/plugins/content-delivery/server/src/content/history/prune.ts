import type { Core } from '@strapi/strapi';
import { inBatches } from '../../platform/database/delete-in-batches';
import { VERSION_MODEL } from './model';

/** Versions that one statement looks at. */
const BATCH_SIZE = 500;
const TABLE = VERSION_MODEL.tableName;

/**
 * Deletes versions of before a moment, but the newest of each entry, a little at a time: versions are numbered as time goes
 * on, so those that are too old are the first rows.
 * @param shouldContinue false when the work is to end here
 */
export const pruneVersions = async (
  strapi: Core.Strapi,
  before: Date,
  shouldContinue: () => boolean,
): Promise<void> => {
  const now = new Date();
  let after = 0;
  const deleteSome = async (size: number): Promise<number> => {
    const rows: { id: number; at: Date | number; entry: string; number: number }[] = await strapi.db
      .connection(TABLE)
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .select('id', 'at', 'entry', 'number');
    const old = rows.filter(({ at }) => new Date(at) < before);
    if (old.length > 0) {
      await strapi.db.transaction(async ({ trx }) => {
        const newest: { entry: string; last: number }[] = await trx(TABLE)
          .whereIn('entry', [...new Set(old.map(({ entry }) => entry))])
          .groupBy('entry')
          .select('entry')
          .max({ last: 'number' });
        const lastOf = new Map(newest.map(({ entry, last }) => [entry, last]));
        const going = old.filter(({ entry, number }) => number < (lastOf.get(entry) ?? 0));
        await trx(TABLE)
          .whereIn(
            'id',
            going.map(({ id }) => id),
          )
          .delete();
      });
    }
    after = rows.at(-1)?.id ?? after;
    // Whatever comes after one that is not old is not old either, but for what a clock wrote that was set back since.
    return rows.filter(({ at }) => new Date(at) < before || new Date(at) > now).length;
  };
  await inBatches(BATCH_SIZE, deleteSome, shouldContinue);
};
