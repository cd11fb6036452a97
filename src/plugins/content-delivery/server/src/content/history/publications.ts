import type { Core } from '@strapi/strapi';
import type { ChangeSource } from '../../../../contracts/history';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import { PUBLICATION_MODEL } from './model';
import { deleteInBatches } from '../../platform/database/delete-in-batches';

const TABLE = PUBLICATION_MODEL.tableName;

/** By whom and how something was published, and when. */
export interface Written {
  at: Date;
  /** The row number of the admin user; null for none. */
  userId: number | null;
  source: ChangeSource;
}

/** A campaign, and the date of publication that its pages have. */
export interface Published {
  /** documentId */
  campaign: string;
  at: Date;
}

const keyOf = (campaign: string, at: DatabaseDate): string => `${campaign} ${toMilliseconds(at)}`;

/** Who has published pages by the hundred: a row for each transaction, where one for each page would slow imports down. */
export const createPublications = (strapi: Core.Strapi) => ({
  add: async (campaign: string, { at, userId, source }: Written): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      await trx(TABLE).insert({ campaign, at, user_id: userId, source });
    }),

  /** @returns looks one up; undefined for one that is not known */
  of: async (some: readonly Published[]): Promise<(one: Published) => Written | undefined> => {
    if (some.length === 0) return () => undefined;
    const rows: { campaign: string; at: DatabaseDate; user_id: number | null; source: ChangeSource }[] =
      await strapi.db.transaction(async ({ trx }) =>
        trx(TABLE)
          .whereIn('campaign', [...new Set(some.map(({ campaign }) => campaign))])
          .whereIn('at', uniqueDates(some))
          .select('campaign', 'at', 'user_id', 'source'),
      );
    const known = new Map(
      rows.map(({ campaign, at, user_id, source }) => [
        keyOf(campaign, at),
        { at: new Date(toMilliseconds(at)), userId: user_id, source },
      ]),
    );
    return ({ campaign, at }) => known.get(keyOf(campaign, at));
  },

  /** Deletes what is older. @param shouldContinue false when the work is to end */
  prune: (before: Date, shouldContinue: () => boolean): Promise<void> =>
    deleteInBatches(strapi, TABLE, (rows) => void rows.where('at', '<', before), shouldContinue),
});

export type Publications = ReturnType<typeof createPublications>;

const uniqueDates = (some: readonly Published[]): Date[] =>
  [...new Set(some.map(({ at }) => at.getTime()))].map((time) => new Date(time));
