import type { Core } from '@strapi/strapi';

/**
 * Deletes what was written for receivers while they were deleted.
 * @param uid the content type of the receivers
 * @param column of these tables; it has a receiver's documentId
 */
export const deleteOrphans = async (
  strapi: Core.Strapi,
  uid: string,
  column: string,
  tables: readonly string[],
): Promise<void> => {
  const sql = strapi.db.connection;
  const receivers = strapi.db.metadata.get(uid).tableName;
  for (const table of tables) {
    const found: string[] = await sql(table).distinct(column).pluck(column);
    // Read after these rows: a receiver that was made meanwhile is known by now.
    const known = new Set<string>(await sql(receivers).pluck('document_id'));
    for (const receiver of found) {
      if (!known.has(receiver))
        await sql(table)
          .where({ [column]: receiver })
          .delete();
    }
  }
};
