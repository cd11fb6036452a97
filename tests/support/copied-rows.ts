import type { Core } from '@strapi/strapi';

type Row = Record<string, unknown> & { id: number };

/** Rows of one statement. */
const A_STATEMENT = 50;

/**
 * Copies of a published entry, as rows, until there are `count`: each through the document service would take a minute.
 * @param copied.link the table that links it to its owner, by the column `copied.owner`
 * @param copied.change what differs in the nth copy
 */
export const multiply = async (
  strapi: Core.Strapi,
  { table, link, owner, change }: { table: string; link: string; owner: string; change(n: number): object },
  documentId: string,
  count: number,
): Promise<void> => {
  await strapi.db.connection.transaction(async (sql) => {
    const { id, ...row }: Row = await sql(table)
      .where({ document_id: documentId })
      .whereNotNull('published_at')
      .first();
    const linked: Partial<Row> = { ...((await sql(link).where(owner, id).first()) as Row) };
    delete linked.id;
    const prefix = `copy${documentId.slice(0, 12)}`;
    const copies = Array.from({ length: count - 1 }, (_unused, at) => ({
      ...row,
      document_id: `${prefix}${String(at + 1).padStart(8, '0')}`,
      ...change(at + 1),
    }));
    await sql.batchInsert(table, copies, A_STATEMENT);
    const made: Row[] = await sql(table)
      .where('document_id', 'like', `${prefix}%`)
      .orderBy('document_id')
      .select('id');
    await sql.batchInsert(
      link,
      made.map((copy) => ({ ...linked, [owner]: copy.id })),
      A_STATEMENT,
    );
  });
};
