import type { Core } from '@strapi/strapi';
import type { PageRefusal } from '../../../../contracts/pseo-pages';
import type { Knex } from 'knex';
import { newDocumentId } from '../../platform/document-ids';
import { createYielder } from '../../platform/yielder';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { chunks } from '../../platform/database/statements';
import { UIDS } from '../../platform/uids';

/** A page whose turn is to come. */
export interface QueuedPage {
  /** documentId */
  page: string;
  /** Its sort key in the queue, compared as text, else the documentId; ties keep the order in which they were added. */
  sortKey?: string;
}

/** Rows that one statement inserts: every database takes that many values. */
const ROWS = 200;
/** Rows that one statement deletes. */
const CLEAR_BATCH_SIZE = 500;

/**
 * Which pages a job or a drip has before it, as rows: what is dealt with leaves the queue in the transaction that
 * deals with it, so no page is forgotten and none has two turns. What could not be done stays, with its reason.
 *
 * A queue has the documentId of its job or drip.
 */
export const createPageQueue = (strapi: Core.Strapi) => {
  const table = () => strapi.db.metadata.get(UIDS.queuedPage).tableName;
  const inTransaction = async <Result>(work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> =>
    strapi.db.transaction(({ trx }) => work(trx));

  return {
    /** Puts pages into the queue; those that are in it already keep their place. */
    add: (queue: string, pages: readonly QueuedPage[]): Promise<void> =>
      inTransaction(async (trx) => {
        for (const some of chunks(pages, ROWS)) {
          const rows = some.map(({ page, sortKey = page }) => ({
            document_id: newDocumentId(),
            queue,
            page,
            turn: sortKey,
            state: 'waiting',
          }));
          await trx(table()).insert(rows).onConflict(['queue', 'page']).ignore();
        }
      }),

    /** The pages whose turn is next; they stay in the queue. Ties are ordered by `id`, the last column of the index: nothing is sorted. */
    next: (queue: string, limit: number): Promise<string[]> =>
      inTransaction(async (trx) =>
        trx(table()).where({ queue, state: 'waiting' }).orderBy(['turn', 'id']).limit(limit).pluck('page'),
      ),

    /** Takes pages out of the queue: they are dealt with. */
    take: (queue: string, pages: readonly string[]): Promise<void> =>
      inTransaction(async (trx) => {
        if (pages.length > 0) await trx(table()).where({ queue }).whereIn('page', pages).delete();
      }),

    /** Puts pages into the queue as passed over. */
    addRefused: (queue: string, refusals: readonly PageRefusal[]): Promise<void> =>
      inTransaction(async (trx) => {
        for (const some of chunks(refusals, ROWS)) {
          const rows = some.map(({ page, slug, reason }) => ({
            document_id: newDocumentId(),
            queue,
            page,
            turn: '',
            state: 'refused',
            slug,
            reason,
          }));
          await trx(table()).insert(rows);
        }
      }),

    /** Passes pages over. */
    refuse: (queue: string, refusals: readonly PageRefusal[]): Promise<void> =>
      inTransaction(async (trx) => {
        for (const { page, slug, reason } of refusals) {
          await trx(table()).where({ queue, page }).update({ state: 'refused', slug, reason });
        }
      }),

    /** By documentId of the page, after one of them. */
    refusals: (queue: string, after: string, limit: number): Promise<PageRefusal[]> =>
      inTransaction(async (trx) =>
        trx(table())
          .where({ queue, state: 'refused' })
          .where('page', '>', after)
          .orderBy('page')
          .limit(limit)
          .select('page', 'slug', 'reason'),
      ),

    /** How many pages wait, and how many were passed over. */
    count: (queue: string): Promise<{ waiting: number; refused: number }> =>
      inTransaction(async (trx) => {
        const rows: { state: string; count: number | string }[] = await trx(table())
          .where({ queue })
          .groupBy('state')
          .select('state')
          .count({ count: '*' });
        const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
        return { waiting: of('waiting'), refused: of('refused') };
      }),

    /** Deletes what is in a queue that is not used any more, in a transaction for each batch. */
    clearInBatches: (queue: string): Promise<void> => deleteInBatches(strapi, table(), { queue }),

    /** Deletes what is in the queue, or in one state there, in one transaction; the thread does other work between its statements. */
    clear: (queue: string, state?: 'waiting' | 'refused'): Promise<void> =>
      inTransaction(async (trx) => {
        const yieldTurn = createYielder();
        for (;;) {
          const ids: number[] = await trx(table())
            .where({ queue, ...(state && { state }) })
            .limit(CLEAR_BATCH_SIZE)
            .pluck('id');
          if (ids.length === 0) return;
          await trx(table()).whereIn('id', ids).delete();
          await yieldTurn();
        }
      }),
  };
};

export type PageQueue = ReturnType<typeof createPageQueue>;
