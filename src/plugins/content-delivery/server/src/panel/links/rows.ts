import type { Core } from '@strapi/strapi';
import type { Link } from '../../platform/database/tables';

/**
 * The next rows of an owner by their number. Read from the link table alone and in the order of its index: a join would be
 * made whole and sorted for each part of it.
 * @param after the number of a row, after which to begin; or `Infinity` with `desc`
 */
export const rowsAfter = (
  strapi: Core.Strapi,
  { table, from, to }: Link,
  owner: number,
  after: number,
  limit: number,
  order: 'asc' | 'desc' = 'asc',
): Promise<number[]> => {
  // As an expression, the owner does not lead to an index that has another order.
  const rows = strapi.db.connection(table).whereRaw('?? + 0 = ?', [to, owner]);
  if (Number.isFinite(after)) void rows.where(from, order === 'asc' ? '>' : '<', after);
  return rows.orderBy(from, order).limit(limit).pluck(from);
};
