import { uniqueKey } from '../unique-key';
import type { Variables } from '../pseo/templates';
import type { Snapshot } from './reader';
import type { Link, Tables } from './tables';
import { byCodeUnit, toDate, toJson, type DatabaseDate } from './values';
import type { Website } from './websites';

export interface PseoPageEntity {
  documentId: string;
  campaignId: string;
  websiteId: string;
  slug: string;
  targetSlug: string | null;
  variables: Variables;
  createdAt: Date;
  updatedAt: Date;
  campaignUpdatedAt: Date;
}

export interface PseoLinkEntity {
  keyword: string;
  anchor: string | null;
  url: string;
  internal: boolean;
  nofollow: boolean;
}

/** A text of a page's own, and the campaign's template for it. */
interface Resolvable {
  own: string | null;
  template: string | null;
}

export interface PseoPageEntityWithTexts extends PseoPageEntity {
  websiteUrl: string | null;
  html: Resolvable;
  metaTitle: Resolvable;
  metaDescription: Resolvable;
  ownLinks: PseoLinkEntity[];
  campaignLinks: PseoLinkEntity[];
}

interface PageRow {
  id: number;
  campaign: number;
  document_id: string;
  campaign_document_id: string;
  slug: string;
  target_slug: string | null;
  variables: unknown;
  created_at: DatabaseDate;
  updated_at: DatabaseDate;
  campaign_updated_at: DatabaseDate;
}

interface PageRowWithTexts extends PageRow {
  html: string | null;
  meta_title: string | null;
  meta_description: string | null;
  html_template: string | null;
  meta_title_template: string | null;
  meta_description_template: string | null;
}

const LIST_COLUMNS = [
  'p.id',
  'c.id as campaign',
  'p.document_id',
  'c.document_id as campaign_document_id',
  'p.slug',
  'p.target_slug',
  'p.variables',
  'p.created_at',
  'p.updated_at',
  'c.updated_at as campaign_updated_at',
];

const TEXT_COLUMNS = [
  'p.html',
  'p.meta_title',
  'p.meta_description',
  'c.html_template',
  'c.meta_title_template',
  'c.meta_description_template',
];

/** All live pages of a website by slug, or those of one of its campaigns. */
export const livePages = async (
  sql: Snapshot,
  tables: Tables,
  website: Website,
  campaignId?: string,
): Promise<PseoPageEntity[]> => {
  const query = livePagesOf(sql, tables, website);
  // An id is letters and digits; anything else (PostgreSQL refuses some of it) is no campaign's.
  if (campaignId !== undefined && !/^[a-z0-9]+$/i.test(campaignId)) return [];
  if (campaignId !== undefined) void query.where('c.document_id', campaignId);
  const rows: PageRow[] = await query.select(...LIST_COLUMNS);
  return rows
    .map((row) => toEntity(row, website))
    .filter((page) => campaignId === undefined || page.campaignId === campaignId)
    .sort((a, b) => byCodeUnit(a.slug, b.slug) || byCodeUnit(a.documentId, b.documentId));
};

/** One live page with all that its texts are made from; null when there is none under this slug. */
export const livePageBySlug = async (
  sql: Snapshot,
  tables: Tables,
  website: Website,
  slug: string,
  campaignId?: string,
): Promise<PseoPageEntityWithTexts | null> => {
  const row: PageRowWithTexts | undefined = await livePagesOf(sql, tables, website)
    .where('p.unique_key', uniqueKey(website.documentId, slug))
    .first(...LIST_COLUMNS, ...TEXT_COLUMNS);
  if (!row || (campaignId !== undefined && row.campaign_document_id !== campaignId)) return null;
  return {
    ...toEntity(row, website),
    websiteUrl: website.url,
    html: { own: row.html, template: row.html_template },
    metaTitle: { own: row.meta_title, template: row.meta_title_template },
    metaDescription: { own: row.meta_description, template: row.meta_description_template },
    ownLinks: await linksOf(sql, tables, tables.pageLinks, row.id),
    campaignLinks: await linksOf(sql, tables, tables.campaignLinks, row.campaign),
  };
};

const livePagesOf = (
  sql: Snapshot,
  { pages, pageCampaign, campaigns, campaignWebsite }: Tables,
  website: Website,
) =>
  sql(`${campaignWebsite.table} as cw`)
    .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
    .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.to}`, 'c.id')
    .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`)
    .where(`cw.${campaignWebsite.to}`, website.id)
    .whereNotNull('p.published_at');

const linksOf = async (
  sql: Snapshot,
  { pseoLinks }: Tables,
  link: Link,
  owner: number,
): Promise<PseoLinkEntity[]> => {
  const rows: {
    keyword: string;
    anchor: string | null;
    url: string;
    internal: unknown;
    nofollow: unknown;
  }[] = await sql(`${link.table} as o`)
    .join(`${pseoLinks} as l`, 'l.id', `o.${link.to}`)
    .where(`o.${link.from}`, owner)
    .where('o.field', 'internalLinks')
    .orderBy([`o.${link.order}`, 'o.id'])
    .select('l.keyword', 'l.anchor', 'l.url', 'l.internal', 'l.nofollow');
  // SQLite has numbers for booleans.
  return rows.map((row) => ({ ...row, internal: Boolean(row.internal), nofollow: Boolean(row.nofollow) }));
};

const toEntity = (row: PageRow, website: Website): PseoPageEntity => ({
  documentId: row.document_id,
  campaignId: row.campaign_document_id,
  websiteId: website.documentId,
  slug: row.slug,
  targetSlug: row.target_slug,
  variables: (toJson(row.variables) ?? {}) as Variables,
  createdAt: toDate(row.created_at),
  updatedAt: toDate(row.updated_at),
  campaignUpdatedAt: toDate(row.campaign_updated_at),
});
