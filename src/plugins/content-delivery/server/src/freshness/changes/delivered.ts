import type { Knex } from 'knex';
import type { Tables } from '../../platform/database/tables';
import { toDateOrNull, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { ENTRY_WEBSITES } from '../entry-websites';

/** The content types whose entries the change log names one by one. */
export const LOGGED_UIDS = [UIDS.post, UIDS.author, UIDS.pseoCampaign, UIDS.pseoPage] as const;
export type LoggedUid = (typeof LOGGED_UIDS)[number];

/** What is saved of these is live at once. */
export const hasNoDrafts = (uid: LoggedUid): boolean => uid === UIDS.pseoCampaign || uid === UIDS.author;

/** The live version of an entry, as far as it says who gets it and where. */
export interface Delivered {
  /** documentId */
  website: string;
  /** documentId of a page's campaign; null for other types. */
  campaign: string | null;
  slug: string | null;
  /** Until when its website keeps it back; null for not at all. */
  withheldUntil: Date | null;
  /** When something happens to it by itself; null for other types. */
  scheduledFor?: Date | null;
}

interface Row {
  document_id: string;
  website: string;
  campaign?: string;
  slug?: string | null;
  scheduled_posts?: string;
  schedule_date?: DatabaseDate | null;
}

/** What else says who gets an entry, and where. */
const COLUMNS: Record<LoggedUid, readonly string[]> = {
  [UIDS.post]: ['e.slug', 'e.schedule_date', 'w.scheduled_posts'],
  [UIDS.author]: ['e.slug'],
  [UIDS.pseoPage]: ['e.slug', 'c.document_id as campaign'],
  [UIDS.pseoCampaign]: [],
};

/**
 * The live versions of entries, by documentId. Authors and campaigns have no drafts: they are one.
 * @param documentIds some hundred at most
 */
export const deliveredOf = async (
  sql: Knex,
  tables: Tables,
  uid: LoggedUid,
  documentIds: readonly string[],
): Promise<Map<string, Delivered>> => {
  if (documentIds.length === 0) return new Map();
  const query = ENTRY_WEBSITES[uid](sql, tables)
    .whereIn('e.document_id', documentIds)
    .whereNotNull('w.id')
    .select('e.document_id', 'w.document_id as website', ...COLUMNS[uid]);
  if (!hasNoDrafts(uid)) void query.whereNotNull('e.published_at');
  const rows: Row[] = await query;
  return new Map(
    rows.map((row) => [
      row.document_id,
      {
        website: row.website,
        campaign: row.campaign ?? null,
        slug: row.slug ?? null,
        withheldUntil: row.scheduled_posts === 'withhold' ? toDateOrNull(row.schedule_date ?? null) : null,
        scheduledFor: toDateOrNull(row.schedule_date ?? null),
      },
    ]),
  );
};
