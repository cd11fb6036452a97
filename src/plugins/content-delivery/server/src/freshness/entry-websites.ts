import type { Knex } from 'knex';
import type { Link, Tables } from '../platform/database/tables';
import { UIDS } from '../platform/uids';

const directly =
  (table: (tables: Tables) => string, link: (tables: Tables) => Link) =>
  (sql: Knex, tables: Tables): Knex.QueryBuilder => {
    const { table: links, from, to } = link(tables);
    return sql(`${table(tables)} as e`)
      .leftJoin(`${links} as ew`, `ew.${from}`, 'e.id')
      .leftJoin(`${tables.websites} as w`, 'w.id', `ew.${to}`);
  };

/** Rows of entries (`e`) and their websites (`w`); of pages their campaigns (`c`) too. Of a row that belongs nowhere, `w` is empty. */
export const ENTRY_WEBSITES = {
  [UIDS.post]: directly(
    ({ posts }) => posts,
    ({ postWebsite }) => postWebsite,
  ),
  [UIDS.category]: directly(
    ({ categories }) => categories,
    ({ categoryWebsite }) => categoryWebsite,
  ),
  [UIDS.tag]: directly(
    ({ tags }) => tags,
    ({ tagWebsite }) => tagWebsite,
  ),
  [UIDS.author]: directly(
    ({ authors }) => authors,
    ({ authorWebsite }) => authorWebsite,
  ),
  [UIDS.pseoCampaign]: directly(
    ({ campaigns }) => campaigns,
    ({ campaignWebsite }) => campaignWebsite,
  ),
  [UIDS.pseoPage]: (sql: Knex, { pages, pageCampaign, campaigns, campaignWebsite, websites }: Tables) =>
    sql(`${pages} as e`)
      .leftJoin(`${pageCampaign.table} as ec`, `ec.${pageCampaign.from}`, 'e.id')
      .leftJoin(`${campaigns} as c`, 'c.id', `ec.${pageCampaign.to}`)
      .leftJoin(`${campaignWebsite.table} as cw`, `cw.${campaignWebsite.from}`, 'c.id')
      .leftJoin(`${websites} as w`, 'w.id', `cw.${campaignWebsite.to}`),
} as const satisfies Record<string, (sql: Knex, tables: Tables) => Knex.QueryBuilder>;

export type PlacedUid = keyof typeof ENTRY_WEBSITES;
