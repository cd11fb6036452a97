import type { Core } from '@strapi/strapi';
import type { DripPlan, DripState } from '../../../../contracts/pseo-drips';
import { newDocumentId } from '../../platform/document-ids';
import { UIDS } from '../../platform/uids';

export interface StoredDrip extends Omit<DripPlan, 'order'> {
  documentId: string;
  /** documentId */
  campaign: string;
  pageOrder: DripPlan['order'];
  state: DripState;
  /** The date that comes next, or that is being worked on. */
  nextAt: Date | null;
  /** Pages published so far at the date that is being worked on. */
  publishedSoFar: number;
  published: number;
  missed: number;
  lastAt: Date | null;
  lastPublished: number | null;
  createdAt: Date;
}

export const planOf = ({ amount, every, weekday, time, timeZone, pageOrder }: StoredDrip): DripPlan => ({
  amount,
  every,
  weekday,
  time,
  timeZone,
  order: pageOrder,
});

const toColumns = ({ order, ...rest }: DripPlan) => ({ ...rest, pageOrder: order });

/** Drips as rows. Each change names what it found, and does nothing when another writer was quicker. */
export const createDripStore = (strapi: Core.Strapi) => {
  const query = () => strapi.db.query(UIDS.drip);
  const toDrip = (row: StoredDrip): StoredDrip => ({
    ...row,
    nextAt: row.nextAt && new Date(row.nextAt),
    lastAt: row.lastAt && new Date(row.lastAt),
    createdAt: new Date(row.createdAt),
  });
  const toDripOrNull = (row: StoredDrip | null): StoredDrip | null => row && toDrip(row);

  return {
    find: async (documentId: string): Promise<StoredDrip | null> =>
      toDripOrNull(await query().findOne({ where: { documentId } })),

    ofCampaign: async (campaign: string): Promise<StoredDrip | null> =>
      toDripOrNull(await query().findOne({ where: { campaign } })),

    /** The latest first. */
    ofCampaigns: async (campaigns: readonly string[]): Promise<StoredDrip[]> =>
      (
        await query().findMany({
          where: { campaign: { $in: [...campaigns] } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        })
      ).map(toDrip),

    /** Those whose date has come, the longest waiting first. */
    due: async (now: Date): Promise<StoredDrip[]> =>
      (
        await query().findMany({
          where: { state: 'running', nextAt: { $lte: now } },
          orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
        })
      ).map(toDrip),

    /** Paused until its pages are in the queue. @returns null when the campaign has a drip already */
    async add(campaign: string, plan: DripPlan): Promise<StoredDrip | null> {
      const table = strapi.db.metadata.get(UIDS.drip).tableName;
      const { timeZone, ...columns } = plan;
      const now = new Date();
      const documentId = newDocumentId();
      return strapi.db.transaction(async ({ trx }) => {
        const { order, ...rest } = columns;
        await trx(table)
          .insert({
            ...rest,
            document_id: documentId,
            campaign,
            time_zone: timeZone,
            page_order: order,
            state: 'paused',
            published_so_far: 0,
            published: 0,
            missed: 0,
            created_at: now,
            updated_at: now,
            published_at: now,
          })
          .onConflict('campaign')
          .ignore();
        const row: StoredDrip | null = await query().findOne({ where: { campaign } });
        return row?.documentId === documentId ? toDrip(row) : null;
      });
    },

    setPlan: async (documentId: string, plan: DripPlan): Promise<void> => {
      await query().update({ where: { documentId }, data: toColumns(plan) });
    },

    /** @returns false when it was not in one of these states (any more) */
    async setState(
      documentId: string,
      from: readonly DripState[],
      state: DripState,
      nextAt: Date | null,
    ): Promise<boolean> {
      const { count } = await query().updateMany({
        where: { documentId, state: { $in: [...from] } },
        data: { state, nextAt, publishedSoFar: 0 },
      });
      return count > 0;
    },

    /**
     * Makes others wait who change the queue of this drip, or end it, until the running transaction is committed. As
     * its first statement: what it reads is then what others have committed.
     */
    async lock(documentId: string): Promise<void> {
      const { tableName } = strapi.db.metadata.get(UIDS.drip);
      await strapi.db.transaction(({ trx }) =>
        trx(tableName).where({ document_id: documentId }).update({ updated_at: new Date() }),
      );
    },

    /** @returns false when the drip is no longer where it was found: another process has worked on it */
    async advance(found: StoredDrip, data: Partial<StoredDrip>): Promise<boolean> {
      const { documentId, nextAt, publishedSoFar } = found;
      const { count } = await query().updateMany({
        where: { documentId, state: 'running', nextAt, publishedSoFar },
        data,
      });
      return count > 0;
    },

    remove: async (documentId: string): Promise<void> => {
      await query().deleteMany({ where: { documentId } });
    },
  };
};

export type DripStore = ReturnType<typeof createDripStore>;
