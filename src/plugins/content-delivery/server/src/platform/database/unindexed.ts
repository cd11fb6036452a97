import type { Knex } from 'knex';

/**
 * A column by which SQLite is not to look for rows, though it has an index. Without ANALYZE, which nobody runs, SQLite takes all indexes for
 * equally good, and would go through all posts or pages of a website to find the one whose slug is asked for. Other databases keep
 * statistics by themselves.
 */
export const unindexed = (sql: Knex, column: string): Knex.Raw =>
  sql.raw(sql.client.dialect === 'sqlite3' ? '+??' : '??', [column]);
