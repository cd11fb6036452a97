import type { Core } from '@strapi/strapi';
import { createYielder } from './yielder';

/** Rows that one statement deletes. */
const BATCH_SIZE = 500;

/** Deletes rows in small batches, as other writers wait meanwhile. */
export const deleteInBatches = async (
  strapi: Core.Strapi,
  table: string,
  where: Record<string, unknown>,
): Promise<void> => {
  const yieldTurn = createYielder();
  for (;;) {
    const rows: { id: number }[] = await strapi.db
      .connection(table)
      .where(where)
      .orderBy('id')
      .select('id')
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await strapi.db.transaction(({ trx }) => trx(table).whereIn('id', ids).delete());
    await yieldTurn();
  }
};
