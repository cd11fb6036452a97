import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { byCodeUnit, toDate, type DatabaseDate } from '../../platform/database/values';
import type { Website } from './websites';

export interface InternalLinkEntity {
  keyword: string;
  url: string;
}

interface LinkRow extends InternalLinkEntity {
  document_id: string;
  created_at: DatabaseDate;
}

export const internalLinkQueries = (
  sql: Knex,
  { websiteAccount, internalLinkAccount, internalLinks: links }: Tables,
) => {
  const ofWebsite = compile<LinkRow, 'website'>((value) =>
    sql(`${websiteAccount.table} as wa`)
      .join(`${internalLinkAccount.table} as la`, `la.${internalLinkAccount.to}`, `wa.${websiteAccount.to}`)
      .join(`${links} as l`, 'l.id', `la.${internalLinkAccount.from}`)
      .where(`wa.${websiteAccount.from}`, value('website'))
      .select('l.document_id', 'l.keyword', 'l.url', 'l.created_at'),
  );

  return {
    /** All links of the account that the website belongs to, in order of creation. */
    async internalLinks(snapshot: Snapshot, website: Website): Promise<InternalLinkEntity[]> {
      const rows = await snapshot.rows(ofWebsite, { website: website.id });
      return rows.sort(
        (a, b) =>
          toDate(a.created_at).getTime() - toDate(b.created_at).getTime() ||
          byCodeUnit(a.document_id, b.document_id),
      );
    },
  };
};
