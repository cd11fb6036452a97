import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import { isCarriedOver } from './carried-over';
import { readerDate, type LiveDates, type PostDates } from './reader-date';
import { patchRow, type Ref } from '../../platform/database/rows';
import { rowsBefore, type RowBefore } from '../../platform/database/rows-before';
import type { Data } from './rule';
import { createTransactionMemory } from '../../platform/database/transaction-memory';

type Stored = Date | string | number | null | undefined;
type StoredDates<Name extends keyof PostDates = keyof PostDates> = Record<Name, Stored>;

/** A post's row, with the dates that this is about. */
export type DatedRow = Ref & StoredDates & { publishedAt: unknown };

type FilledDates = Pick<PostDates, 'publishDate' | 'filledDate'>;

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
  /** Drafts of which a live row is being created. */
  const drafts = createTransactionMemory<FilledDates | undefined>(strapi);

  return {
    /** A draft came into being in this transaction. */
    draftCreated: (documentId: string) => createdHere.set(documentId, true),

    /** The live rows among these are about to go: publishing again must not lose their dates. */
    async liveRowsDeleted(where: Data): Promise<void> {
      for (const row of await rowsBefore(strapi, UIDS.post, where)) {
        if (row.publishedAt) await replaced.set(row.documentId, datesOf(row as RowBefore & StoredDates));
      }
    },

    /** Fills in the date of a live row that is about to be created. */
    async fill(data: Data): Promise<void> {
      if (!data['publishedAt']) return;
      const { documentId } = data;
      // Migrated content keeps the date that it has at the source.
      if (isCarriedOver() && data['publishDate']) {
        if (typeof documentId === 'string') await drafts.set(documentId, undefined);
        data['filledDate'] = null;
        return;
      }
      const live = typeof documentId === 'string' ? await replaced.get(documentId) : undefined;
      const { draft, isNew } = await draftOf(documentId);
      const dates = readerDate(
        { ...datesOf(data as StoredDates), filledDate: draft?.filledDate ?? null },
        live ?? null,
        isNew ? toDate(data['createdAt'] as Stored) : null,
        new Date(),
      );
      Object.assign(data, dates);
    },

    /** Gives the draft the date of its live row, so that the next publication keeps it. */
    async share(row: DatedRow): Promise<void> {
      const { documentId } = row;
      const { publishDate, filledDate } = datesOf(row);
      const draft = await drafts.get(documentId);
      await drafts.set(documentId, undefined);
      if (draft && isSameDate(draft.publishDate, publishDate) && isSameDate(draft.filledDate, filledDate))
        return;
      await patchRow(strapi, UIDS.post, { documentId, publishedAt: null }, { publishDate, filledDate });
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

  /** The draft of a live row that is about to be created, and whether the post came into being with it. */
  async function draftOf(documentId: unknown): Promise<{ draft: FilledDates | undefined; isNew: boolean }> {
    if (typeof documentId !== 'string') return { draft: undefined, isNew: true };
    const rows: (StoredDates<keyof FilledDates> & { publishedAt: unknown })[] = await strapi.db
      .query(UIDS.post)
      .findMany({ where: { documentId }, select: ['id', 'publishedAt', 'publishDate', 'filledDate'] });
    const row = rows.find(({ publishedAt }) => !publishedAt);
    const draft = row && { publishDate: toDate(row.publishDate), filledDate: toDate(row.filledDate) };
    await drafts.set(documentId, draft);
    return { draft, isNew: rows.length === 0 || (await createdHere.get(documentId)) === true };
  }
};

const isSameDate = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
