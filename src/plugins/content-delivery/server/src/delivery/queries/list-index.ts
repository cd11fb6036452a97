import type { Core } from '@strapi/strapi';
import { POST_LIST_COLUMNS } from './posts';
import { UIDS } from '../../platform/uids';

/**
 * On SQLite a row's columns are stored in order, so what follows `content` is found by reading
 * past all of it. This index has what the list of posts needs, of the live ones only: the list is read from it
 * alone, several times faster. PostgreSQL and MariaDB keep long texts apart from their rows.
 *
 * It is no part of the content type's schema, which would ask it of every database; when Strapi changes the
 * table it drops what it does not know, and the next start makes it again.
 */
export const createListIndex = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const { tableName } = strapi.db.metadata.get(UIDS.post);
  await strapi.db.connection.raw(
    `CREATE INDEX IF NOT EXISTS ${tableName}_live_list_idx ON ${tableName} (${POST_LIST_COLUMNS.join(', ')})
     WHERE published_at IS NOT NULL`,
  );
};
