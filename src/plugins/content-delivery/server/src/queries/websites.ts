import type { Tables } from './tables';
import type { Snapshot } from './reader';

/** The website that a request speaks for. */
export interface Website {
  /** The row's number, for joins; it never leaves the server. */
  id: number;
  documentId: string;
  url: string | null;
  /** True when posts with a future schedule date are kept back. */
  withholdsScheduled: boolean;
}

interface WebsiteRow {
  id: number;
  document_id: string;
  url: string | null;
  scheduled_posts: string;
}

/** The website whose valid key has this hash; one look-up in a unique index. */
export const websiteByKeyHash = async (
  sql: Snapshot,
  tables: Tables,
  hash: string,
  now: Date,
): Promise<Website | null> => {
  const row: WebsiteRow | undefined = await sql(`${tables.apiKeys} as k`)
    .join(`${tables.websites} as w`, 'w.document_id', 'k.website')
    .where('k.hash', hash)
    .where((valid) => valid.whereNull('k.valid_until').orWhere('k.valid_until', '>', now))
    .first('w.id', 'w.document_id', 'w.url', 'w.scheduled_posts');
  return row
    ? {
        id: row.id,
        documentId: row.document_id,
        url: row.url,
        withholdsScheduled: row.scheduled_posts === 'withhold',
      }
    : null;
};
