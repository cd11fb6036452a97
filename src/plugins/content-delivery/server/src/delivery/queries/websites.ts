import type { Knex } from 'knex';
import type { Website as ToldWebsite } from '../../../../contracts/delivery';
import { accountScope, EVERYTHING, HISTORY, websiteScope } from '../../freshness/revisions';
import { compile, type DatedSnapshot, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { UIDS } from '../../platform/uids';
import { toDateOrNull, type DatabaseDate } from '../../platform/database/values';
import { withImage } from './images';

/** The website that a request speaks for. */
export interface Website {
  /** The row's number, for joins; it never leaves the server. */
  id: number;
  documentId: string;
  /** The documentId of its account. */
  account: string;
  url: string | null;
  /** Of its texts, by BCP 47; null where it is not set. */
  language: string | null;
  /** True when posts with a future schedule date are kept back. */
  withholdsScheduled: boolean;
  /** For how many seconds caches in front may keep its answers, as these are purged when they are old; null for not at all. */
  sharedSeconds: number | null;
}

/** What its front ends may introduce it with. */
export interface WebsiteDetails extends ToldWebsite {
  /** As the upload provider stored it. */
  image: string | null;
}

interface WebsiteRow {
  id: number;
  document_id: string;
  account: string;
  url: string | null;
  language: string | null;
  scheduled_posts: string;
  shared_seconds: number | string | null;
}

interface OpenedRow extends WebsiteRow {
  hash: string;
  valid_until: DatabaseDate | null;
  of_website: number | null;
  of_account: number | null;
  of_everything: number | null;
  of_history: number | null;
}

/** A website that a key opens. */
export interface MatchedKey {
  hash: string;
  website: Website;
  /** Until when the key is valid; null for no end. */
  validUntil: Date | null;
  /** How far its scopes are counted: its own, its account's, everything, the history; 0 for one without a write so far. */
  revisions: [number, number, number, number];
}

/** How many keys one statement looks up. */
export const KEY_BATCH = 20;

type HashSlot = `hash${number}`;
const HASHES: HashSlot[] = Array.from({ length: KEY_BATCH }, (_, i) => `hash${i}` as const);

const COLUMNS = [
  'w.id',
  'w.document_id',
  'a.document_id as account',
  'w.url',
  'w.language',
  'w.scheduled_posts',
];

/** Websites, by their key or by their row. */
export const websiteQueries = (sql: Knex, tables: Tables) => {
  const { websiteAccount, accounts, purgeTargets } = tables;
  /** Where one cache cannot be purged, none may keep anything: they get the same header. */
  const sharedSeconds = () =>
    sql(`${purgeTargets} as t`)
      .whereRaw('?? = ??', ['t.website', 'w.document_id'])
      .whereRaw('t.active')
      .select(sql.raw('case when count(t.suspended_since) = 0 then min(t.shared_seconds) end'))
      .as('shared_seconds');
  const withAccount = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.from}`, 'w.id')
      .join(`${accounts} as a`, 'a.id', `wa.${websiteAccount.to}`);

  const counted = (name: string, scope: Knex.Raw) =>
    sql(`${tables.revisions} as r`).where('r.scope', scope).select('r.revision').as(name);
  /** A scope without the documentId at its end, and the column that has it. */
  const scopeOf = (prefix: string, column: string) => sql.raw(`concat('${prefix}', ??)`, [column]);
  const byKeyHashes = compile<OpenedRow, HashSlot | 'now'>((value) =>
    withAccount(sql(`${tables.apiKeys} as k`).join(`${tables.websites} as w`, 'w.document_id', 'k.website'))
      .whereIn('k.hash', HASHES.map(value))
      .where((valid) => valid.whereNull('k.valid_until').orWhere('k.valid_until', '>', value('now')))
      .select(
        ...COLUMNS,
        'k.hash',
        'k.valid_until',
        sharedSeconds(),
        counted('of_website', scopeOf(websiteScope(''), 'w.document_id')),
        counted('of_account', scopeOf(accountScope(''), 'a.document_id')),
        counted('of_everything', sql.raw('?', [EVERYTHING])),
        counted('of_history', sql.raw('?', [HISTORY])),
      ),
  );
  const byId = compile<WebsiteRow, 'id'>((value) =>
    withAccount(sql(`${tables.websites} as w`))
      .where('w.id', value('id'))
      .first(...COLUMNS, sharedSeconds()),
  );
  const details = compile<WebsiteDetails, 'id'>((value) =>
    withImage(sql(`${tables.websites} as w`), tables, {
      uid: UIDS.website,
      field: 'image',
      of: 'w.id',
      use: 'u',
      file: 'f',
    })
      .where('w.id', value('id'))
      .first('w.name', 'w.url', 'w.language', 'w.description', 'f.url as image'),
  );

  return {
    /**
     * The websites whose valid keys have these hashes, by look-ups in a unique index.
     * @param hashes `KEY_BATCH` at most
     */
    async websitesByKeyHashes(snapshot: DatedSnapshot, hashes: readonly string[]): Promise<MatchedKey[]> {
      // No hash is empty.
      const slots = Object.fromEntries(HASHES.map((name, i) => [name, hashes[i] ?? '']));
      const rows = await snapshot.rows(byKeyHashes, { ...slots, now: snapshot.now });
      return rows.map((row) => ({
        hash: row.hash,
        website: toWebsite(row),
        validUntil: toDateOrNull(row.valid_until),
        revisions: [row.of_website ?? 0, row.of_account ?? 0, row.of_everything ?? 0, row.of_history ?? 0],
      }));
    },

    /** @throws Error for a website that is not in this snapshot, though it had opened the request */
    async websiteDetails(snapshot: Snapshot, website: Website): Promise<WebsiteDetails> {
      const [row] = await snapshot.rows(details, { id: website.id });
      if (!row) throw new Error(`The website ${website.documentId} is gone.`);
      return row;
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
  language: row.language,
  withholdsScheduled: row.scheduled_posts === 'withhold',
  sharedSeconds: row.shared_seconds === null ? null : Number(row.shared_seconds),
});
