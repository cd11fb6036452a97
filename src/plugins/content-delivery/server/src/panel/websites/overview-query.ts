import type { Knex } from 'knex';
import type { Narrow } from '../../access/editors/rights';
import type { Tables } from '../../platform/database/tables';

/** The numbers of the websites whose entries are to be counted; null for all. */
type Websites = readonly number[] | null;

export interface WebsiteRow {
  id: number;
  documentId: string;
  name: string;
  kind: 'nextjs' | 'rest-api';
  url: string | null;
  previewUrl: string | null;
  scheduledPosts: 'include' | 'withhold';
}

export interface PostCounts {
  live: number;
  scheduled: number;
  drafts: number;
}

/** What rows say of each website; some databases give numbers in them as text. */
const byWebsite = <Row extends { website: number }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<number, Value> => new Map(rows.map((row) => [row.website, valueOf(row)]));

const ofWebsites = (query: Knex.QueryBuilder, column: string, websites: Websites): void => {
  if (websites) void query.whereIn(column, [...websites]);
};

export const websiteRows = async (
  sql: Knex,
  tables: Tables,
  readable: Narrow | null,
): Promise<WebsiteRow[]> => {
  const query = sql(`${tables.websites} as w`);
  readable?.(query, 'w.id');
  return query.select(
    'w.id',
    'w.document_id as documentId',
    'w.name',
    'w.kind',
    'w.url',
    'w.preview_url as previewUrl',
    'w.scheduled_posts as scheduledPosts',
  );
};

/**
 * The posts of each website. Live and scheduled ones are those that the post list delivers at `now`: together, or,
 * where scheduled posts are withheld, the live ones alone.
 */
export const postCounts = async (
  sql: Knex,
  { posts, postWebsite }: Tables,
  websites: Websites,
  readable: Narrow | null,
  now: Date,
): Promise<Map<number, PostCounts>> => {
  const sum = (condition: string, name: string, values: Date[] = []) =>
    sql.raw(`sum(case when ${condition} then 1 else 0 end) as ${name}`, values);
  const query = sql(`${postWebsite.table} as pw`)
    .join(`${posts} as p`, 'p.id', `pw.${postWebsite.from}`)
    // Of a draft, its live version: a post that has one is not counted as a draft as well.
    .leftJoin(`${posts} as l`, (on) => {
      on.on('l.document_id', 'p.document_id').onNull('p.published_at').onNotNull('l.published_at');
    });
  ofWebsites(query, `pw.${postWebsite.to}`, websites);
  readable?.(query, 'p.id');
  const live = 'p.published_at is not null';
  const rows: ({ website: number } & Record<keyof PostCounts, unknown>)[] = await query
    .groupBy(`pw.${postWebsite.to}`)
    .select(
      `pw.${postWebsite.to} as website`,
      sum(`${live} and (p.schedule_date is null or p.schedule_date <= ?)`, 'live', [now]),
      sum(`${live} and p.schedule_date > ?`, 'scheduled', [now]),
      sum('p.published_at is null and l.id is null', 'drafts'),
    );
  return byWebsite(rows, ({ live: ready, scheduled, drafts }) => ({
    live: Number(ready),
    scheduled: Number(scheduled),
    drafts: Number(drafts),
  }));
};

/** The live pSEO pages of each website. */
export const livePageCounts = async (
  sql: Knex,
  { pages, pageCampaign, campaignWebsite }: Tables,
  websites: Websites,
  readable: Narrow | null,
): Promise<Map<number, number>> => {
  const query = sql(`${campaignWebsite.table} as cw`)
    .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.to}`, `cw.${campaignWebsite.from}`)
    .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`)
    .whereNotNull('p.published_at');
  ofWebsites(query, `cw.${campaignWebsite.to}`, websites);
  readable?.(query, 'p.id');
  const rows: { website: number; pages: unknown }[] = await query
    .groupBy(`cw.${campaignWebsite.to}`)
    .select(`cw.${campaignWebsite.to} as website`)
    .count('p.id as pages');
  return byWebsite(rows, (row) => Number(row.pages));
};

/** The internal links that each website gets from its account. */
export const linkCounts = async (
  sql: Knex,
  { websiteAccount, internalLinkAccount }: Tables,
  websites: Websites,
  readable: Narrow | null,
): Promise<Map<number, number>> => {
  const link = `la.${internalLinkAccount.from}`;
  const query = sql(`${websiteAccount.table} as wa`).join(
    `${internalLinkAccount.table} as la`,
    `la.${internalLinkAccount.to}`,
    `wa.${websiteAccount.to}`,
  );
  ofWebsites(query, `wa.${websiteAccount.from}`, websites);
  readable?.(query, link);
  const rows: { website: number; links: unknown }[] = await query
    .groupBy(`wa.${websiteAccount.from}`)
    .select(`wa.${websiteAccount.from} as website`)
    .count(`${link} as links`);
  return byWebsite(rows, (row) => Number(row.links));
};
