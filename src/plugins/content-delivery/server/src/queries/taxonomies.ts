import type { Link, Tables } from './tables';
import type { Snapshot } from './reader';
import { byCodeUnit } from './values';
import type { Website } from './websites';

export interface TermEntity {
  documentId: string;
  name: string;
}

/** All categories and tags of a website, each by name. */
export const taxonomies = async (
  sql: Snapshot,
  tables: Tables,
  website: Website,
): Promise<{ categories: TermEntity[]; tags: TermEntity[] }> => {
  const terms = async (table: string, link: Link): Promise<TermEntity[]> => {
    const rows: { document_id: string; name: string }[] = await sql(`${link.table} as w`)
      .join(`${table} as t`, 't.id', `w.${link.from}`)
      .where(`w.${link.to}`, website.id)
      .select('t.document_id', 't.name');
    return rows
      .map((row) => ({ documentId: row.document_id, name: row.name }))
      .sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.documentId, b.documentId));
  };
  return {
    categories: await terms(tables.categories, tables.categoryWebsite),
    tags: await terms(tables.tags, tables.tagWebsite),
  };
};
