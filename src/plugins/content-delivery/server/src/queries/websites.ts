import type { Tables } from './tables';
import type { Snapshot } from './reader';
import { toDateOrNull, type DatabaseDate } from './values';

/** The website that a request speaks for. */
export interface Website {
  /** The row's number, for joins; it never leaves the server. */
  id: number;
  documentId: string;
  /** The documentId of its account. */
  account: string;
  url: string | null;
  /** True when posts with a future schedule date are kept back. */
  withholdsScheduled: boolean;
}

interface WebsiteRow {
  id: number;
  document_id: string;
  account: string;
  url: string | null;
  scheduled_posts: string;
}

const COLUMNS = ['w.id', 'w.document_id', 'a.document_id as account', 'w.url', 'w.scheduled_posts'];

/**
 * The website whose valid key has this hash, by one look-up in a unique index.
 * @returns also until when the key is valid; null for no end
 */
export const websiteByKeyHash = async (
  sql: Snapshot,
  tables: Tables,
  hash: string,
  now: Date,
): Promise<{ website: Website; validUntil: Date | null } | null> => {
  const row: (WebsiteRow & { valid_until: DatabaseDate | null }) | undefined = await withAccount(
    sql(`${tables.apiKeys} as k`).join(`${tables.websites} as w`, 'w.document_id', 'k.website'),
    tables,
  )
    .where('k.hash', hash)
    .where((valid) => valid.whereNull('k.valid_until').orWhere('k.valid_until', '>', now))
    .first(...COLUMNS, 'k.valid_until');
  return row ? { website: toWebsite(row), validUntil: toDateOrNull(row.valid_until) } : null;
};

/** A website with its settings as they are in this snapshot; null when it is gone. */
export const websiteById = async (sql: Snapshot, tables: Tables, id: number): Promise<Website | null> => {
  const row: WebsiteRow | undefined = await withAccount(sql(`${tables.websites} as w`), tables)
    .where('w.id', id)
    .first(...COLUMNS);
  return row ? toWebsite(row) : null;
};

const withAccount = (query: ReturnType<Snapshot>, { websiteAccount, accounts }: Tables) =>
  query
    .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.from}`, 'w.id')
    .join(`${accounts} as a`, 'a.id', `wa.${websiteAccount.to}`);

const toWebsite = (row: WebsiteRow): Website => ({
  id: row.id,
  documentId: row.document_id,
  account: row.account,
  url: row.url,
  withholdsScheduled: row.scheduled_posts === 'withhold',
});
