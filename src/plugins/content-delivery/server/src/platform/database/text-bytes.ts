import type { Knex } from 'knex';

/** Bytes of the texts in these columns, row by row: an entry may have two. @param rows which ones are asked about */
export const textBytes = async (
  sql: Knex,
  rows: Knex.QueryBuilder,
  columns: readonly string[],
): Promise<{ documentId: string; bytes: number }[]> => {
  const sum = columns.map(() => 'coalesce(octet_length(??), 0)').join(' + ');
  const sizes = (await rows.select('document_id', sql.raw(`${sum} as bytes`, columns))) as {
    document_id: string;
    bytes: number | string;
  }[];
  // PostgreSQL counts in strings.
  return sizes.map(({ document_id, bytes }) => ({ documentId: document_id, bytes: Number(bytes) }));
};
