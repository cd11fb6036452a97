import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import { isCarriedOver } from './carried-over';
import { readerDate, type LiveDates, type PostDates } from './reader-date';
import { patchRow, type Ref } from '../../platform/database/rows';
import type { Data } from './rule';
import { createTransactionMemory } from '../../platform/database/transaction-memory';

type Stored = Date | string | number | null | undefined;
type StoredDates<Name extends keyof PostDates = keyof PostDates> = Record<Name, Stored>;

/** A post's row, with the dates that this is about. */
export type DatedRow = Ref & StoredDates & { publishedAt: unknown };

const DATES = ['publishDate', 'scheduleDate', 'filledDate'] as const;
const toDate = (value: Stored): Date | null =>
  value === null || value === undefined || value === '' ? null : new Date(value);

const datesOf = (row: StoredDates): PostDates => ({
  publishDate: toDate(row.publishDate),
  scheduleDate: toDate(row.scheduleDate),
  filledDate: toDate(row.filledDate),
});

/** Fills in the date that readers see, and lets it move with the schedule date: `readerDate` says when. */
export const createPublishDates = (strapi: Core.Strapi) => {
  const createdHere = createTransactionMemory<true>(strapi);
  const replaced = createTransactionMemory<LiveDates>(strapi);

  return {
    /** A draft came into being in this transaction. */
    draftCreated: (documentId: string) => createdHere.set(documentId, true),

    /** The live rows among these are about to go: publishing again must not lose their dates. */
    async liveRowsDeleted(where: Data): Promise<void> {
      const rows: DatedRow[] = await strapi.db.query(UIDS.post).findMany({
        where: { $and: [where, { publishedAt: { $notNull: true } }] },
        select: ['id', 'documentId', ...DATES],
      });
      for (const row of rows) await replaced.set(row.documentId, datesOf(row));
    },

    /** Fills in the date of a live row that is about to be created. */
    async fill(data: Data): Promise<void> {
      if (!data['publishedAt']) return;
      const { documentId } = data;
      // Migrated content keeps the date that it has at the source.
      if (isCarriedOver() && data['publishDate']) {
        data['filledDate'] = null;
        return;
      }
      const live = typeof documentId === 'string' ? await replaced.get(documentId) : undefined;
      const isNew = await isCreatedNow(documentId);
      const dates = readerDate(
        { ...datesOf(data as StoredDates), filledDate: await filledDateOf(documentId) },
        live ?? null,
        isNew ? toDate(data['createdAt'] as Stored) : null,
        new Date(),
      );
      Object.assign(data, dates);
    },

    /** Gives the draft the date of its live row, so that the next publication keeps it. */
    async share({ documentId, publishDate, filledDate }: DatedRow): Promise<void> {
      await patchRow(
        strapi,
        UIDS.post,
        { documentId, publishedAt: null },
        { publishDate: toDate(publishDate), filledDate: toDate(filledDate) },
      );
    },

    /** A live row was changed by itself, past its draft: its date follows a schedule date that has moved. */
    async follow(row: DatedRow, before: Data): Promise<void> {
      const earlier = datesOf(before as StoredDates);
      const dates = datesOf(row);
      if (earlier.scheduleDate?.getTime() === dates.scheduleDate?.getTime()) return;
      const now = readerDate(dates, earlier, null, new Date());
      await patchRow(strapi, UIDS.post, { id: row.id }, { ...now });
    },
  };

  async function isCreatedNow(documentId: unknown): Promise<boolean> {
    if (typeof documentId !== 'string') return true;
    if (await createdHere.get(documentId)) return true;
    return (await strapi.db.query(UIDS.post).count({ where: { documentId } })) === 0;
  }

  async function filledDateOf(documentId: unknown): Promise<Date | null> {
    if (typeof documentId !== 'string') return null;
    const draft: Pick<DatedRow, 'filledDate'> | null = await strapi.db
      .query(UIDS.post)
      .findOne({ where: { documentId, publishedAt: null }, select: ['filledDate'] });
    return toDate(draft?.filledDate);
  }
};
