import type { Knex } from 'knex';
import type { Link, Tables } from '../platform/database/tables';
import { UIDS } from '../platform/uids';

/** Names of what the tables have of a kind. */
type NameOf<Kind> = { [Name in keyof Tables]: Tables[Name] extends Kind ? Name : never }[keyof Tables];

const directly =
  (table: NameOf<string>, link: NameOf<Link>) =>
  (sql: Knex, tables: Tables): Knex.QueryBuilder => {
    const { table: links, from, to } = tables[link];
    return sql(`${tables[table]} as e`)
      .leftJoin(`${links} as ew`, `ew.${from}`, 'e.id')
      .leftJoin(`${tables.websites} as w`, 'w.id', `ew.${to}`);
  };

/** Rows of entries (`e`) and their websites (`w`); of pages their campaigns (`c`) too. Of a row that belongs nowhere, `w` is empty. */
export const ENTRY_WEBSITES = {
  [UIDS.post]: directly('posts', 'postWebsite'),
  [UIDS.category]: directly('categories', 'categoryWebsite'),
  [UIDS.tag]: directly('tags', 'tagWebsite'),
  [UIDS.author]: directly('authors', 'authorWebsite'),
  [UIDS.pseoCampaign]: directly('campaigns', 'campaignWebsite'),
  [UIDS.pseoPage]: (sql: Knex, { pages, pageCampaign, campaigns, campaignWebsite, websites }: Tables) =>
    sql(`${pages} as e`)
      .leftJoin(`${pageCampaign.table} as ec`, `ec.${pageCampaign.from}`, 'e.id')
      .leftJoin(`${campaigns} as c`, 'c.id', `ec.${pageCampaign.to}`)
      .leftJoin(`${campaignWebsite.table} as cw`, `cw.${campaignWebsite.from}`, 'c.id')
      .leftJoin(`${websites} as w`, 'w.id', `cw.${campaignWebsite.to}`),
} as const satisfies Record<string, (sql: Knex, tables: Tables) => Knex.QueryBuilder>;

export type PlacedUid = keyof typeof ENTRY_WEBSITES;
