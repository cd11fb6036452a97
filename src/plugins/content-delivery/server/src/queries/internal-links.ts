import type { Tables } from './tables';
import type { Snapshot } from './reader';
import { byCodeUnit, toDate, type DatabaseDate } from './values';
import type { Website } from './websites';

export interface InternalLinkEntity {
  keyword: string;
  url: string;
}

interface LinkRow extends InternalLinkEntity {
  document_id: string;
  created_at: DatabaseDate;
}

/** All links of the account that the website belongs to, in order of creation. */
export const internalLinks = async (
  sql: Snapshot,
  { websiteAccount, internalLinkAccount, internalLinks: links }: Tables,
  website: Website,
): Promise<InternalLinkEntity[]> => {
  const rows: LinkRow[] = await sql(`${websiteAccount.table} as wa`)
    .join(`${internalLinkAccount.table} as la`, `la.${internalLinkAccount.to}`, `wa.${websiteAccount.to}`)
    .join(`${links} as l`, 'l.id', `la.${internalLinkAccount.from}`)
    .where(`wa.${websiteAccount.from}`, website.id)
    .select('l.document_id', 'l.keyword', 'l.url', 'l.created_at');
  return rows.sort(
    (a, b) =>
      toDate(a.created_at).getTime() - toDate(b.created_at).getTime() ||
      byCodeUnit(a.document_id, b.document_id),
  );
};
