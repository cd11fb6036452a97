import type { Core } from '@strapi/strapi';
import { recordActivity, typeOf } from '../../freshness/activity/record';
import { websiteScope } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';
import type { History } from '../history';
import type { EarlierSlugs } from '../earlier-slugs';
import { createBringBack } from './bring-back';
import { createBinStore } from './store';
import { keepDeleted } from './watch';
import { DAY } from '../../platform/durations';
import { inBatches } from '../../platform/database/delete-in-batches';

export { BIN_MODEL } from './model';
export { isGone } from './bring-back';
export type { Binned } from './store';

/** Entries that one transaction deletes for good. */
const BATCH_SIZE = 100;

/**
 * Posts and campaigns that were deleted, until they are brought back or their time is over.
 * @param days for which they are kept
 */
export const createBin = (
  strapi: Core.Strapi,
  history: History,
  earlierSlugs: Pick<EarlierSlugs, 'forget'>,
  days: number,
) => {
  const store = createBinStore(strapi);
  /** With all earlier versions and slugs. */
  const deleteForGood = async (entries: readonly string[], source?: 'clock'): Promise<void> =>
    strapi.db.transaction(async () => {
      for (const { entry, type, website, name } of await store.rowsOf(entries)) {
        await recordActivity(strapi, [
          {
            action: 'deleted-for-good',
            type: typeOf(type),
            scope: websiteScope(website),
            entry,
            // A post's title is a text.
            label: type === UIDS.post ? null : name,
            ...(source && { source }),
          },
        ]);
      }
      await store.remove(entries);
      await history.forget(entries);
      await earlierSlugs.forget(entries);
    });
  return {
    days,
    list: store.list,
    find: store.find,
    bringBack: createBringBack(strapi, store),
    rowsOf: store.rowsOf,
    slugsOf: store.slugsOf,
    deleteForGood: (entries: readonly string[]) => deleteForGood(entries),
    keep: () => keepDeleted(strapi, store, history),

    /** Deletes for good what has been here for too long, a little at a time. @param shouldContinue false when the work is to end */
    async prune(shouldContinue: () => boolean): Promise<void> {
      const moment = new Date(Date.now() - days * DAY);
      const deleteSome = async (size: number): Promise<number> => {
        const entries = await store.olderThan(moment, size);
        if (entries.length > 0) await deleteForGood(entries, 'clock');
        return entries.length;
      };
      await inBatches(BATCH_SIZE, deleteSome, shouldContinue);
    },
  };
};

export type Bin = ReturnType<typeof createBin>;
