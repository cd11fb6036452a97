import type { Core } from '@strapi/strapi';
import { ACTIVITY_MODEL } from './model';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { DAY } from '../../platform/durations';

/**
 * Deletes what happened too long ago, a little at a time.
 * @param shouldContinue false when the work is to end here
 */
export const pruneActivity = async (
  strapi: Core.Strapi,
  days: number,
  shouldContinue: () => boolean,
): Promise<void> => {
  const before = new Date(Date.now() - days * DAY);
  await deleteInBatches(
    strapi,
    ACTIVITY_MODEL.tableName,
    (rows) => void rows.where('at', '<', before),
    shouldContinue,
  );
};
