import type { Core } from '@strapi/strapi';
import type { LinkRule } from '../../../../../../../client/src/keywords/rules';
import { accountScope, EVERYTHING, HISTORY, websiteScope } from '../../freshness/revisions';
import { tablesOf } from '../../platform/database/tables';
import { byCodeUnit, toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import { scopedHash } from '../../platform/scoped-hash';
import { hostOf } from './addresses';

/** A website of an account. */
export interface Site {
  id: number;
  documentId: string;
  name: string;
  url: string | null;
  host: string | null;
}

export interface AccountRule extends LinkRule {
  documentId: string;
}

/** An account's websites in the order in which they were made. @param account documentId */
export const sitesOf = async (strapi: Core.Strapi, account: string): Promise<Site[]> => {
  const { accounts, websites, websiteAccount } = tablesOf(strapi);
  const rows: { id: number; document_id: string; name: string; url: string | null }[] = await strapi.db
    .connection(`${accounts} as a`)
    .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.to}`, 'a.id')
    .join(`${websites} as w`, 'w.id', `wa.${websiteAccount.from}`)
    .where('a.document_id', account)
    .orderBy('w.id')
    .select('w.id', 'w.document_id', 'w.name', 'w.url');
  return rows.map(({ document_id: documentId, ...row }) => ({ ...row, documentId, host: hostOf(row.url) }));
};

/** An account's internal links in the order in which front ends get them. @param account documentId */
export const rulesOf = async (strapi: Core.Strapi, account: string): Promise<AccountRule[]> => {
  const { accounts, internalLinks, internalLinkAccount } = tablesOf(strapi);
  const rows: { document_id: string; keyword: string; url: string; created_at: DatabaseDate }[] =
    await strapi.db
      .connection(`${accounts} as a`)
      .join(`${internalLinkAccount.table} as la`, `la.${internalLinkAccount.to}`, 'a.id')
      .join(`${internalLinks} as l`, 'l.id', `la.${internalLinkAccount.from}`)
      .where('a.document_id', account)
      .select('l.document_id', 'l.keyword', 'l.url', 'l.created_at');
  return rows
    .sort(
      (a, b) =>
        toMilliseconds(a.created_at) - toMilliseconds(b.created_at) ||
        byCodeUnit(a.document_id, b.document_id),
    )
    .map(({ document_id: documentId, keyword, url }) => ({ documentId, keyword, url }));
};

/** Another text after each change of what readers get of an account's websites. */
export const revisionsOf = async (
  strapi: Core.Strapi,
  account: string,
  sites: readonly Site[],
): Promise<string> => {
  const scopes = [
    accountScope(account),
    ...sites.map(({ documentId }) => websiteScope(documentId)),
    EVERYTHING,
    HISTORY,
  ];
  const rows: { scope: string; revision: number; document_id: string }[] = await strapi.db
    .connection(tablesOf(strapi).revisions)
    .whereIn('scope', scopes)
    .select('scope', 'revision', 'document_id');
  const parts = rows.map(({ scope, revision, document_id: id }) => `${scope} ${revision} ${id}`).sort();
  return scopedHash(account, [...scopes, ...parts].join('\n'));
};
