import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { tablesOf } from '../../platform/database/tables';
import { toJson, toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import type { PageTextSources } from './rule';
import type { PageRows, PageRowStore, Row } from './rows';

/** Pages with the campaigns that their rows belong to. */
export interface PagesWithCampaigns {
  /** In the order that they were asked for; without those that are not there. */
  pages: PageRows[];
  campaignOf(row: Row): Row;
  /** False when a version of the page belongs to another website, or to none. */
  isOf(website: string, page: PageRows): boolean;
}

/** Reads pages of a website together with their campaigns. */
export const createPageReader = (strapi: Core.Strapi, rows: PageRowStore) => {
  const { campaigns, campaignWebsite, websites } = tablesOf(strapi);

  const campaignsById = async (sql: Knex, ids: readonly number[]) => {
    const { table, from, to } = campaignWebsite;
    const found: (Row & { website: string | null })[] = await sql(`${campaigns} as c`)
      .leftJoin(`${table} as cw`, `cw.${from}`, 'c.id')
      .leftJoin(`${websites} as w`, 'w.id', `cw.${to}`)
      .whereIn('c.id', [...new Set(ids)])
      .select('c.*', 'w.document_id as website');
    return new Map(found.map((campaign) => [campaign.id, campaign]));
  };

  /** @param documentIds some hundred at most */
  return async (sql: Knex, documentIds: readonly string[]): Promise<PagesWithCampaigns> => {
    const pages = await rows.load(sql, documentIds);
    const campaignIds = await rows.campaignsOf(
      sql,
      pages.flatMap(rowsOf).map(({ id }) => id),
    );
    const found = await campaignsById(sql, [...campaignIds.values()]);
    const campaignOf = (row: Row): Row => found.get(campaignIds.get(row.id) ?? -1) ?? NO_CAMPAIGN;
    return {
      pages,
      campaignOf,
      isOf: (website, page) => rowsOf(page).every((row) => campaignOf(row)['website'] === website),
    };
  };
};

const NO_CAMPAIGN: Row = { id: -1, website: null };

/** Why a page is left alone that is no longer where it was. */
export const MOVED = 'The page has moved to another website, or its live version has. Change it by itself.';

export const rowsOf = ({ draft, live }: PageRows): Row[] => (draft ? [draft, ...live] : live);

/** A text column of a row; null for none. */
export const textOf = (row: Row, column: string): string | null => row[column] as string | null;

export const slugOf = (row: Row): string | null => textOf(row, 'slug');

/** Whether the draft was saved after it was published. */
export const isNewer = (draft: Row, live: Row): boolean =>
  toMilliseconds(draft['updated_at'] as DatabaseDate) > toMilliseconds(live['updated_at'] as DatabaseDate);

/** What the texts of a draft are made from. */
export const textsOf = (draft: Row, campaign: Row): PageTextSources => ({
  slug: slugOf(draft),
  targetSlug: textOf(draft, 'target_slug'),
  html: textOf(draft, 'html'),
  metaTitle: textOf(draft, 'meta_title'),
  metaDescription: textOf(draft, 'meta_description'),
  variables: toJson(draft['variables']) as PageTextSources['variables'],
  campaign: {
    slugTemplate: textOf(campaign, 'slug_template'),
    targetSlugTemplate: textOf(campaign, 'target_slug_template'),
    htmlTemplate: textOf(campaign, 'html_template'),
    metaTitleTemplate: textOf(campaign, 'meta_title_template'),
    metaDescriptionTemplate: textOf(campaign, 'meta_description_template'),
    escapingVersion: campaign['escaping_version'] as number | null,
  },
});
