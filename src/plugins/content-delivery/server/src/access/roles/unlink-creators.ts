import type { Core } from '@strapi/strapi';
import { withRetries } from '../../platform/database/retries';
import { chunks } from '../../platform/database/statements';
import { aheadOfDeleting } from '../../platform/patches/strapi-writes';
import { createYielder } from '../../platform/yielder';
import { USER_UID } from '../../platform/uids';

/** Rows that one transaction changes: those of posts have long texts, and databases write a row anew as a whole. */
const BATCH_SIZE = 100;
/** The attributes in which Strapi notes who made an entry, and who changed it last. */
const BY_USER = ['createdBy', 'updatedBy'];

/**
 * Takes users who are about to be deleted out of the entries that they have made or changed. Foreign keys would do the same, but for all rows in
 * the statement that deletes the user: for seconds, in which SQLite answers nobody and other databases keep all of these rows locked.
 *
 * Strapi has checked by then whether the user may be deleted. If the deletion fails after all, the user is still
 * there, and entries have lost them: whoever asked for the deletion asks again. Readers see none of these columns, so no revision
 * is raised.
 */
export const unlinkCreators = (strapi: Core.Strapi): void =>
  aheadOfDeleting(strapi, USER_UID, async (where) => {
    const users: { id: number }[] = await strapi.db.query(USER_UID).findMany({ where, select: ['id'] });
    for (const { id } of users) {
      for (const { tableName, attributes } of strapi.db.metadata.values()) {
        const columns = BY_USER.flatMap((name) => {
          const attribute = attributes[name];
          return attribute && 'joinColumn' in attribute ? (attribute.joinColumn?.name ?? []) : [];
        });
        await unlink(strapi, id, tableName, columns);
      }
    }
  });

/** Both columns of a row at once, as they mostly name the same user. */
const unlink = async (
  strapi: Core.Strapi,
  user: number,
  table: string,
  columns: readonly string[],
): Promise<void> => {
  const rows = new Set<number>();
  for (const column of columns) {
    const ids: number[] = await strapi.db.connection(table).where(column, user).pluck('id');
    for (const id of ids) rows.add(id);
  }
  const yieldTurn = createYielder();
  for (const ids of chunks([...rows], BATCH_SIZE)) {
    await withRetries(strapi, ({ trx }) => {
      // Somebody else may have changed an entry since.
      const others = columns.map((column) => [column, trx.raw('nullif(??, ?)', [column, user])]);
      return trx(table).whereIn('id', ids).update(Object.fromEntries(others));
    });
    await yieldTurn();
  }
};
