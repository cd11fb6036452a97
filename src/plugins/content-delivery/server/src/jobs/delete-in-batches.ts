import type { Core } from '@strapi/strapi';
import { createYielder } from './yielder';

/** Rows that one statement deletes. */
const DELETED_AT_ONCE = 500;

/** Deletes rows a little at a time, as whoever writes meanwhile has to wait. */
export const deleteInBatches = async (
  strapi: Core.Strapi,
  table: string,
  where: Record<string, unknown>,
): Promise<void> => {
  const pace = createYielder();
  for (;;) {
    const rows: { id: number }[] = await strapi.db
      .connection(table)
      .where(where)
      .orderBy('id')
      .select('id')
      .limit(DELETED_AT_ONCE);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await strapi.db.transaction(({ trx }) => trx(table).whereIn('id', ids).delete());
    await pace();
  }
};
