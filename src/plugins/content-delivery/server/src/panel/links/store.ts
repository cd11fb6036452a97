import type { Core } from '@strapi/strapi';
import type { LinkedEntryType, LinkFindingKind } from '../../../../contracts/links';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { withRetries } from '../../platform/database/retries';
import { inStatements } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import type { DeadState } from './judge';
import { LINK_CHECK_MODEL, LINK_FINDING_MODEL } from './model';

export interface NewFinding {
  kind: LinkFindingKind;
  type: LinkedEntryType;
  /** documentId */
  entry: string;
  /** documentId; null for a keyword. */
  website: string | null;
  address: string | null;
  state: DeadState | null;
  pages: number;
}

export interface StoredCheck {
  /** documentId of the account */
  account: string;
  /** documentId of the job */
  run: string;
  at: Date;
  revisions: string;
  /** Texts that took too long to read. */
  unread: number;
  cut: boolean;
}

type CheckRow = Omit<StoredCheck, 'at' | 'cut'> & { at: DatabaseDate; cut: boolean | number };

const FINDINGS = LINK_FINDING_MODEL.tableName;
const CHECKS = LINK_CHECK_MODEL.tableName;
const COLUMNS = ['account', 'run', 'at', 'revisions', 'unread', 'cut'] as const;

const toCheck = (row: CheckRow): StoredCheck => ({ ...row, at: toDate(row.at), cut: Boolean(row.cut) });

/** Findings as rows: each check's own, until the next one of the same account has come to its end. */
export const createLinkStore = (strapi: Core.Strapi) => ({
  add: async (account: string, run: string, findings: readonly NewFinding[]): Promise<void> => {
    const rows = findings.map((finding) => ({ ...finding, account, run }));
    await withRetries(strapi, async ({ trx }) => {
      for (const some of inStatements(rows)) await trx(FINDINGS).insert(some);
    });
  },

  /** Takes back what an interrupted check has written. */
  forget: (run: string): Promise<void> => deleteInBatches(strapi, FINDINGS, { run }),

  /** From now on this check is the account's; what earlier ones have found is deleted. */
  async finish(check: StoredCheck): Promise<void> {
    const { account, run } = check;
    await withRetries(strapi, async ({ trx }) => {
      await trx(CHECKS).where({ account }).delete();
      await trx(CHECKS).insert(check);
    });
    const others: string[] = await strapi.db
      .connection(FINDINGS)
      .where({ account })
      .whereNot({ run })
      .distinct()
      .pluck('run');
    for (const other of others) await deleteInBatches(strapi, FINDINGS, { account, run: other });
  },

  async checks(accounts: readonly string[]): Promise<Map<string, StoredCheck>> {
    const rows: CheckRow[] = await strapi.db
      .connection(CHECKS)
      .whereIn('account', [...accounts])
      .select(...COLUMNS);
    return new Map(rows.map((row) => [row.account, toCheck(row)] as const));
  },

  /** documentIds of accounts that have something live and no check. */
  async unchecked(): Promise<string[]> {
    const { accounts, websiteAccount, postWebsite, posts, campaignWebsite, pageCampaign, pages } =
      tablesOf(strapi);
    const sql = strapi.db.connection;
    const websitesOfAccount = () =>
      sql(`${accounts} as a`)
        .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.to}`, 'a.id')
        .whereNotIn('a.document_id', sql(CHECKS).select('account'))
        .distinct();
    const withPosts: string[] = await websitesOfAccount()
      .join(`${postWebsite.table} as pw`, `pw.${postWebsite.to}`, `wa.${websiteAccount.from}`)
      .join(`${posts} as p`, 'p.id', `pw.${postWebsite.from}`)
      .whereNotNull('p.published_at')
      .pluck('a.document_id');
    const withPages: string[] = await websitesOfAccount()
      .join(`${campaignWebsite.table} as cw`, `cw.${campaignWebsite.to}`, `wa.${websiteAccount.from}`)
      .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.to}`, `cw.${campaignWebsite.from}`)
      .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`)
      .whereNotNull('p.published_at')
      .pluck('a.document_id');
    return [...new Set([...withPosts, ...withPages])];
  },

  async checksBefore(moment: Date): Promise<StoredCheck[]> {
    const rows: CheckRow[] = await strapi.db
      .connection(CHECKS)
      .where('at', '<', moment)
      .orderBy('id')
      .select(...COLUMNS);
    return rows.map(toCheck);
  },
});

export type LinkStore = ReturnType<typeof createLinkStore>;
