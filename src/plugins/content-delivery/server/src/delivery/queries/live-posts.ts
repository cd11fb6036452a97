import type { Knex } from 'knex';
import type { Link, Tables } from '../../platform/database/tables';
import { byCodeUnit, toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import { unindexed } from '../../platform/database/unindexed';
import type { Website } from './websites';

export type OfWebsite = 'website' | 'now';
type OfTerm = (name: OfWebsite | 'term') => Knex.Value;

/** What decides the order of the list. */
export interface OrderRow {
  id: number;
  document_id: string;
  created_at: DatabaseDate;
  publish_date: DatabaseDate | null;
}

export const ORDER_COLUMNS = ['p.id', 'p.document_id', 'p.created_at', 'p.publish_date'];

/** A post's place in the list. */
export interface PostPlace {
  /** The number of its row. */
  id: number;
  documentId: string;
  /** The date that readers see, in milliseconds since 1970. */
  at: number;
}

/** Whether SQLite may look for rows by a website or term; not in statements that have something better to look for. */
type Index = 'indexed' | 'unindexed';

/** The live posts of a website, and those of them that readers get: what statements about posts begin with. */
export const livePosts = (sql: Knex, { posts, postWebsite }: Tables) => {
  const columnOf = (column: string, index: Index) =>
    index === 'unindexed' ? unindexed(sql, column) : sql.raw('??', [column]);
  const liveOf = (website: Knex.Value, index: Index = 'indexed') =>
    sql(`${postWebsite.table} as w`)
      .join(`${posts} as p`, 'p.id', `w.${postWebsite.from}`)
      .whereNotNull('p.published_at')
      .where(columnOf(`w.${postWebsite.to}`, index), '=', website);
  const shownOf = (value: (name: OfWebsite) => Knex.Value, isDue: boolean, index?: Index) => {
    const found = liveOf(value('website'), index);
    return isDue ? found.where(whereDue('p', value('now'))) : found;
  };
  /** Those with a category or a tag. @param link from posts to such terms @param index of the term */
  const shownWithTerm = (link: Link, value: OfTerm, isDue: boolean, index: Index = 'indexed') =>
    shownOf(value, isDue, 'unindexed')
      .join(`${link.table} as l`, `l.${link.from}`, 'p.id')
      .where(columnOf(`l.${link.to}`, index), '=', value('term'));
  return { liveOf, shownOf, shownWithTerm };
};

/** For websites that show scheduled posts, and for those that withhold them. */
export const bothWays = <Made>(make: (isDue: boolean) => Made): ((website: Website) => Made) => {
  const [all, due] = [make(false), make(true)];
  return (website) => (website.withholdsScheduled ? due : all);
};

/** Not scheduled, or its moment has come: to the millisecond, by the server's clock. */
export const whereDue = (post: string, now: Knex.Value) => (due: Knex.QueryBuilder) =>
  void due.whereNull(`${post}.schedule_date`).orWhere(`${post}.schedule_date`, '<=', now);

const placeOf = (row: OrderRow): PostPlace => ({
  id: row.id,
  documentId: row.document_id,
  at: toMilliseconds(row.publish_date ?? row.created_at),
});

/** As the list has them: the newest first. */
export const comparePlaces = (
  a: Pick<PostPlace, 'at' | 'documentId'>,
  b: Pick<PostPlace, 'at' | 'documentId'>,
): number => b.at - a.at || byCodeUnit(a.documentId, b.documentId);

export const newestFirst = <Row extends OrderRow>(rows: Row[]): Row[] =>
  rows.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));

export const toPlaces = (rows: readonly OrderRow[]): PostPlace[] => rows.map(placeOf).sort(comparePlaces);
