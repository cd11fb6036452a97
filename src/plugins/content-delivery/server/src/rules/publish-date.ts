import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import { patchRow } from './rows';
import type { Data } from './rule';
import { createTransactionMemory } from './transaction-memory';

/**
 * The date that readers see. First publication fills it in when an editor left it empty: with the
 * creation time when the post is created and published in one operation, else with that moment.
 */
export const createPublishDates = (strapi: Core.Strapi) => {
  const createdHere = createTransactionMemory<true>(strapi);
  const replaced = createTransactionMemory<Date | string | null>(strapi);

  return {
    /** A draft came into being in this transaction. */
    draftCreated: (documentId: string) => createdHere.set(documentId, true),

    /** The live rows among these are about to go: publishing again must not lose their date. */
    async liveRowsDeleted(where: Data): Promise<void> {
      const rows: { documentId: string; publishDate: Date | string | null }[] = await strapi.db
        .query(UIDS.post)
        .findMany({
          where: { $and: [where, { publishedAt: { $notNull: true } }] },
          select: ['documentId', 'publishDate'],
        });
      for (const row of rows) await replaced.set(row.documentId, row.publishDate);
    },

    /** Fills in the date of a live row that is about to be created. */
    async fill(data: Data): Promise<void> {
      if (!data['publishedAt'] || data['publishDate']) return;
      const documentId = data['documentId'];
      const before = typeof documentId === 'string' ? await replaced.get(documentId) : undefined;
      data['publishDate'] = before ?? ((await isCreatedNow(documentId)) ? data['createdAt'] : new Date());
    },

    /** Gives the draft the date of its live row, so that the next publication keeps it. */
    async share(documentId: string, publishDate: Date | string): Promise<void> {
      await patchRow(
        strapi,
        UIDS.post,
        { documentId, publishedAt: null, publishDate: null },
        { publishDate: new Date(publishDate) },
      );
    },
  };

  async function isCreatedNow(documentId: unknown): Promise<boolean> {
    if (typeof documentId !== 'string') return true;
    if (await createdHere.get(documentId)) return true;
    return (await strapi.db.query(UIDS.post).count({ where: { documentId } })) === 0;
  }
};
