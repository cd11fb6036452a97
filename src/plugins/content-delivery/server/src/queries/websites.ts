import type { Knex } from 'knex';
import { compile, type Snapshot } from './statement';
import type { Tables } from './tables';
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

interface OpenedRow extends WebsiteRow {
  valid_until: DatabaseDate | null;
}

const COLUMNS = ['w.id', 'w.document_id', 'a.document_id as account', 'w.url', 'w.scheduled_posts'];

/** Websites, by their key or by their row. */
export const websiteQueries = (sql: Knex, tables: Tables) => {
  const { websiteAccount, accounts } = tables;
  const withAccount = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.from}`, 'w.id')
      .join(`${accounts} as a`, 'a.id', `wa.${websiteAccount.to}`);

  const byKeyHash = compile<OpenedRow, 'hash' | 'now'>((value) =>
    withAccount(sql(`${tables.apiKeys} as k`).join(`${tables.websites} as w`, 'w.document_id', 'k.website'))
      .where('k.hash', value('hash'))
      .where((valid) => valid.whereNull('k.valid_until').orWhere('k.valid_until', '>', value('now')))
      .first(...COLUMNS, 'k.valid_until'),
  );
  const byId = compile<WebsiteRow, 'id'>((value) =>
    withAccount(sql(`${tables.websites} as w`))
      .where('w.id', value('id'))
      .first(...COLUMNS),
  );

  return {
    /**
     * The website whose valid key has this hash, by one look-up in a unique index.
     * @returns also until when the key is valid; null for no end
     */
    async websiteByKeyHash(
      snapshot: Snapshot,
      hash: string,
      now: Date,
    ): Promise<{ website: Website; validUntil: Date | null } | null> {
      const [row] = await snapshot.rows(byKeyHash, { hash, now });
      return row ? { website: toWebsite(row), validUntil: toDateOrNull(row.valid_until) } : null;
    },

    /** A website with its settings as they are in this snapshot; null when it is gone. */
    async websiteById(snapshot: Snapshot, id: number): Promise<Website | null> {
      const [row] = await snapshot.rows(byId, { id });
      return row ? toWebsite(row) : null;
    },
  };
};

const toWebsite = (row: WebsiteRow): Website => ({
  id: row.id,
  documentId: row.document_id,
  account: row.account,
  url: row.url,
  withholdsScheduled: row.scheduled_posts === 'withhold',
});
