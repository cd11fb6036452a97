import type { Knex } from 'knex';
import { compile, type Snapshot, type Statement } from '../../platform/database/statement';
import type { Link, Tables } from '../../platform/database/tables';
import { byCodeUnit } from '../../platform/database/values';
import type { Website } from './websites';

export interface TermEntity {
  documentId: string;
  name: string;
}

export interface TermRow {
  id: number;
  document_id: string;
  name: string;
}

/** The categories, or tags, of a website, in no order. @param link from them to websites */
export const compileTerms = (sql: Knex, table: string, link: Link): Statement<TermRow, 'website'> =>
  compile<TermRow, 'website'>((value) =>
    sql(`${link.table} as w`)
      .join(`${table} as t`, 't.id', `w.${link.from}`)
      .where(`w.${link.to}`, value('website'))
      .select('t.id', 't.document_id', 't.name'),
  );

export const taxonomyQueries = (sql: Knex, tables: Tables) => {
  const termsOf = (table: string, link: Link) => {
    const ofWebsite = compileTerms(sql, table, link);
    return async (snapshot: Snapshot, website: Website): Promise<TermEntity[]> =>
      (await snapshot.rows(ofWebsite, { website: website.id }))
        .map((row) => ({ documentId: row.document_id, name: row.name }))
        .sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.documentId, b.documentId));
  };
  const categories = termsOf(tables.categories, tables.categoryWebsite);
  const tags = termsOf(tables.tags, tables.tagWebsite);

  return {
    /** All categories and tags of a website, each by name. */
    taxonomies: async (
      snapshot: Snapshot,
      website: Website,
    ): Promise<{ categories: TermEntity[]; tags: TermEntity[] }> => ({
      categories: await categories(snapshot, website),
      tags: await tags(snapshot, website),
    }),
  };
};
