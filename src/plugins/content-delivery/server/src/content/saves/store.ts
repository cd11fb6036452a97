import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { SaveReceipt } from '../../../../contracts/editing';
import { SAVE_MODEL } from './model';
import { DAY } from '../../platform/durations';
import { deleteInBatches } from '../../platform/database/delete-in-batches';

const TABLE = SAVE_MODEL.tableName;
/** Days during which a form that got no answer may be saved again: it may be opened again from unsaved work. */
const DAYS_KEPT = { creation: 30, other: 1 };

/** PostgreSQL, MariaDB, SQLite. */
const TAKEN = new Set(['23505', 'ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE']);

export interface RecordedSave extends SaveReceipt {
  userId: number;
  save: string;
  model: string;
  isCreation: boolean;
}

/** Committed saves as rows. All of it runs in the transaction that is under way, or in one of its own. */
export const createSaveStore = (strapi: Core.Strapi) => ({
  /** @returns false where that name is taken. The transaction is of no use then */
  add: async ({ userId, save, model, entry, savedAt, isCreation }: RecordedSave): Promise<boolean> =>
    strapi.db.transaction(async ({ trx }) => {
      const row = { save, model, entry, at: new Date() };
      try {
        await trx(TABLE).insert({ ...row, user_id: userId, saved_at: savedAt, is_creation: isCreation });
        return true;
      } catch (error) {
        if (TAKEN.has((error as { code?: string }).code ?? '')) return false;
        throw error;
      }
    }),

  find: async (userId: number, model: string, save: string): Promise<SaveReceipt | null> =>
    strapi.db.transaction(async ({ trx }) => {
      const row: { entry: string; saved_at: string } | undefined = await trx(TABLE)
        .where({ user_id: userId, save, model })
        .first(['entry', 'saved_at']);
      return row ? { entry: row.entry, savedAt: row.saved_at } : null;
    }),

  /** Whether one of these saves of the user has made this version of an entry. */
  hasMade: async (
    userId: number,
    saves: readonly string[],
    { entry, savedAt }: SaveReceipt,
  ): Promise<boolean> =>
    strapi.db.transaction(async ({ trx }) => {
      const row: object | undefined = await trx(TABLE)
        .where({ user_id: userId, entry, saved_at: savedAt })
        .whereIn('save', saves)
        .first('id');
      return row !== undefined;
    }),

  /** Removes those that no form can ask for any more, a little at a time. @param shouldContinue false when the work is to end */
  async prune(now: number, shouldContinue: () => boolean): Promise<void> {
    for (const [isCreation, days] of [
      [true, DAYS_KEPT.creation],
      [false, DAYS_KEPT.other],
    ] as const) {
      const before = new Date(now - days * DAY);
      const old = (rows: Knex.QueryBuilder): void =>
        void rows.where({ is_creation: isCreation }).where('at', '<', before);
      await deleteInBatches(strapi, TABLE, old, shouldContinue);
    }
  },
});

export type SaveStore = ReturnType<typeof createSaveStore>;
