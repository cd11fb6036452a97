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

/** The live posts of a website, and those of them that readers get: what statements about posts begin with. */
export const livePosts = (sql: Knex, { posts, postWebsite }: Tables) => {
  const live = () =>
    sql(`${postWebsite.table} as w`)
      .join(`${posts} as p`, 'p.id', `w.${postWebsite.from}`)
      .whereNotNull('p.published_at');
  const liveOf = (website: Knex.Value) => live().where(`w.${postWebsite.to}`, website);
  const liveAmong = (website: Knex.Value) =>
    live().where(unindexed(sql, `w.${postWebsite.to}`), '=', website);
  const shown = (found: Knex.QueryBuilder, value: (name: OfWebsite) => Knex.Value, isDue: boolean) =>
    isDue ? found.where(whereDue('p', value('now'))) : found;
  const shownAmong = (value: (name: OfWebsite) => Knex.Value, isDue: boolean) =>
    shown(liveAmong(value('website')), value, isDue);
  const withTerm = (link: Link, value: OfTerm, isDue: boolean) =>
    shownAmong(value, isDue).join(`${link.table} as l`, `l.${link.from}`, 'p.id');
  return {
    liveOf,
    shownOf: (value: (name: OfWebsite) => Knex.Value, isDue: boolean) =>
      shown(liveOf(value('website')), value, isDue),
    /** The same for statements that look for rows by something else. */
    liveAmong,
    shownAmong,
    /** Those with a category or a tag. @param link from posts to such terms */
    shownWithTerm: (link: Link, value: OfTerm, isDue: boolean) =>
      withTerm(link, value, isDue).where(`l.${link.to}`, value('term')),
    /** The same for statements that look for rows by something else. */
    shownAmongWithTerm: (link: Link, value: OfTerm, isDue: boolean) =>
      withTerm(link, value, isDue).where(unindexed(sql, `l.${link.to}`), '=', value('term')),
  };
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
