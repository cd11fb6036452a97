import type { Core } from '@strapi/strapi';
import { POST_LIST_COLUMNS } from './delivery/queries/posts';
import { UIDS } from './platform/uids';

interface SqliteIndex {
  uid: typeof UIDS.post | typeof UIDS.pseoPage;
  /** What follows the table's name in that of the index. */
  name: string;
  /** First those that are sorted or searched by, then those that are read without the row. */
  columns: readonly string[];
  rows?: 'live' | 'drafts';
}

/**
 * On SQLite a row's columns are stored in order, so what follows `content` is found by reading past all of it. An index
 * that has what a list sorts and narrows by spares that for all rows but those that are shown. PostgreSQL and MariaDB
 * keep long texts apart from their rows, and sort the panel's lists without such an index.
 */
const INDEXES: readonly SqliteIndex[] = [
  // The list of posts is read from it alone.
  { uid: UIDS.post, name: 'live_list', columns: POST_LIST_COLUMNS, rows: 'live' },
  // The panel's lists, each by its default or a header that editors click; the first is that of the home page too.
  {
    uid: UIDS.post,
    name: 'drafts_updated',
    columns: ['updated_at', 'published_at', 'updated_by_id', 'created_by_id', 'document_id'],
    rows: 'drafts',
  },
  { uid: UIDS.post, name: 'drafts_title', columns: ['title', 'published_at'], rows: 'drafts' },
  { uid: UIDS.pseoPage, name: 'drafts_updated', columns: ['updated_at', 'published_at'], rows: 'drafts' },
  // Of live posts too, for the calendar.
  { uid: UIDS.post, name: 'publish_date', columns: ['publish_date', 'published_at'] },
  // What is published of a draft, and since when, for the home page.
  { uid: UIDS.post, name: 'versions', columns: ['document_id', 'published_at', 'updated_at'] },
];

const CONDITIONS = { live: 'WHERE published_at IS NOT NULL', drafts: 'WHERE published_at IS NULL' };

/**
 * They are no part of the content types' schemas, which know no conditions and would ask them of every database. When
 * Strapi changes a table it may drop what it does not know: so they are looked for at each start, after that.
 */
export const createSqliteIndexes = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.db.dialect.client !== 'sqlite') return;
  for (const { uid, name, columns, rows } of INDEXES) {
    const { tableName } = strapi.db.metadata.get(uid);
    await strapi.db.connection.raw(
      `CREATE INDEX IF NOT EXISTS ${tableName}_${name}_idx ON ${tableName} (${columns.join(', ')})
       ${rows ? CONDITIONS[rows] : ''}`,
    );
  }
};
