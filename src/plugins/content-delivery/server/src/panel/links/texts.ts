import type { Core } from '@strapi/strapi';
import type { LinkRule } from '../../../../../../../client/src/keywords/rules';
import type { Variables } from '../../pseo/templates/templates';
import type { Narrow } from '../../access/editors/rights';
import { tablesOf, type Link } from '../../platform/database/tables';
import { toJson } from '../../platform/database/values';
import { rowsAfter } from './rows';

/** Rows that one statement reads with their texts, drafts among them: they are handed over at once, for which requests wait. */
const POSTS_AT_ONCE = 40;
const PAGES_AT_ONCE = 100;
const SLUGS_AT_ONCE = 1_000;

export interface LiveText {
  id: number;
  documentId: string;
  html: string | null;
}

export interface LivePage extends LiveText {
  variables: Variables;
  rules: LinkRule[];
}

interface Row {
  id: number;
  document_id: string;
  html: string | null;
  variables?: unknown;
}

/** Some of the live texts. */
export interface Batch<Text> {
  texts: Text[];
  /** Rows that were passed, drafts among them. */
  rows: number;
  /** The number of the last of them; null at the end. */
  last: number | null;
}

/** Live texts, some at a time, in the order of their rows. */
export const createTexts = (strapi: Core.Strapi) => {
  const tables = tablesOf(strapi);
  const sql = strapi.db.connection;

  const count = async (link: Link, owner: number): Promise<number> => {
    const [row] = (await sql(link.table).where(link.to, owner).count({ count: link.from })) as {
      count: number | string;
    }[];
    return Number(row?.count ?? 0);
  };

  /** The texts of the next rows of an owner. */
  const next = async <Text>(
    link: Link,
    owner: number,
    after: number,
    limit: number,
    read: (ids: readonly number[]) => Promise<Text[]>,
  ): Promise<Batch<Text>> => {
    const ids = await rowsAfter(strapi, link, owner, after, limit);
    const texts = ids.length > 0 ? await read(ids) : [];
    return { texts, rows: ids.length, last: ids.at(-1) ?? null };
  };

  /** The rules of pages or campaigns, by the number of the row. */
  const rulesOf = async (link: Link, owners: readonly number[]): Promise<Map<number, LinkRule[]>> => {
    const rows: { owner: number; keyword: string; url: string }[] = await sql(`${link.table} as o`)
      .join(`${tables.pseoLinks} as l`, 'l.id', `o.${link.to}`)
      .whereIn(`o.${link.from}`, [...owners])
      .where('o.field', 'internalLinks')
      .orderBy([`o.${link.order}`, 'o.id'])
      .select(`o.${link.from} as owner`, 'l.keyword', 'l.url');
    const found = new Map<number, LinkRule[]>();
    for (const { owner, keyword, url } of rows) {
      found.set(owner, [...(found.get(owner) ?? []), { keyword, url }]);
    }
    return found;
  };

  return {
    /** Rows of a website's posts, drafts among them. */
    postRows: (website: number) => count(tables.postWebsite, website),
    pageRows: (campaign: number) => count(tables.pageCampaign, campaign),

    /**
     * @param after the number of a row, after which to begin
     * @param readable narrows to rows that count; null for all
     */
    posts: (website: number, after: number, readable: Narrow | null = null): Promise<Batch<LiveText>> =>
      next(tables.postWebsite, website, after, POSTS_AT_ONCE, async (ids) => {
        const live = sql(tables.posts)
          .whereIn('id', [...ids])
          .whereNotNull('published_at');
        readable?.(live, `${tables.posts}.id`);
        const rows: Row[] = await live.orderBy('id').select('id', 'document_id', 'content as html');
        return rows.map(({ id, document_id, html }) => ({ id, documentId: document_id, html }));
      }),

    /** Those of a campaign. @param after as of posts */
    pages: (campaign: number, after: number): Promise<Batch<LivePage>> =>
      next(tables.pageCampaign, campaign, after, PAGES_AT_ONCE, async (ids) => {
        const rows: Row[] = await sql(tables.pages)
          .whereIn('id', [...ids])
          .whereNotNull('published_at')
          .orderBy('id')
          .select('id', 'document_id', 'html', 'variables');
        const rules = await rulesOf(tables.pageLinks, ids);
        return rows.map(({ id, document_id, html, variables }) => ({
          id,
          documentId: document_id,
          html: html || null,
          variables: (toJson(variables) ?? {}) as Variables,
          rules: rules.get(id) ?? [],
        }));
      }),

    /** The slugs of a campaign's live pages. @param after as of posts */
    pageSlugs: (campaign: number, after: number): Promise<Batch<string>> =>
      next(tables.pageCampaign, campaign, after, SLUGS_AT_ONCE, (ids) =>
        sql(tables.pages)
          .whereIn('id', [...ids])
          .whereNotNull('published_at')
          .whereNotNull('slug')
          .pluck('slug'),
      ),

    campaignRules: async (campaign: number): Promise<LinkRule[]> =>
      (await rulesOf(tables.campaignLinks, [campaign])).get(campaign) ?? [],
  };
};

export type Texts = ReturnType<typeof createTexts>;
