import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createYielder } from '../../platform/yielder';
import { byId, chunks } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { unindexed } from '../../platform/database/unindexed';
import { toJson } from '../../platform/database/values';
import { scopedHash } from '../../platform/scoped-hash';
import { keyOwners } from './key-owners';

/** Rows that one statement reads or changes: what SQLite, which works on the thread that serves, does in some milliseconds. */
const BATCH_SIZE = 100;
/**
 * Links that are read ahead from servers of databases, by their numbers alone. PostgreSQL may sort all links of a campaign to
 * find the next ones, as where it has not counted a new campaign yet: with a hundred at a time that was most of the work.
 */
const LINKS_AHEAD = 10_000;

/** A live page as far as it matters to the templates of its campaign. */
export interface LivePage {
  variables: Record<string, string>;
  /** Whether its own text replaces the template's. */
  has: Record<'html' | 'metaTitle' | 'metaDescription', boolean>;
}

interface LiveRow {
  variables: unknown;
  html: unknown;
  meta_title: unknown;
  meta_description: unknown;
}

/**
 * All pages of one campaign, which may be a hundred thousand, in the running transaction and a little at a time. On SQLite
 * others who write wait for its end, and readers do not.
 */
export const createCampaignPages = (strapi: Core.Strapi) => {
  const { pages, pageCampaign } = tablesOf(strapi);
  const ahead = strapi.db.dialect.client === 'sqlite' ? BATCH_SIZE : LINKS_AHEAD;

  /** Rows of pages, drafts and live ones, in the order of their links to the campaign. */
  async function* walk<Row extends { link: number }>(
    campaign: number | string,
    choose: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  ): AsyncGenerator<Row[]> {
    for (let after = 0; ;) {
      const links: number[] = await strapi.db.transaction(({ trx }) =>
        trx(pageCampaign.table)
          .where(pageCampaign.to, campaign)
          .where('id', '>', after)
          .orderBy('id')
          .limit(ahead)
          .pluck('id'),
      );
      for (const some of chunks(links, BATCH_SIZE)) {
        yield await strapi.db.transaction(
          ({ trx }): Promise<Row[]> =>
            choose(
              trx(`${pageCampaign.table} as pc`)
                .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`)
                .whereIn('pc.id', some)
                .orderBy('pc.id')
                .select('pc.id as link'),
            ) as unknown as Promise<Row[]>,
        );
      }
      const last = links.at(-1);
      if (last === undefined || links.length < ahead) return;
      after = last;
    }
  }

  /** The same rows, of some pages. @param documents documentIds */
  async function* rowsOf<Row>(
    documents: readonly string[],
    campaign: number | string,
    choose: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  ): AsyncGenerator<Row[]> {
    for (const some of chunks(documents, BATCH_SIZE)) {
      yield await strapi.db.transaction(
        ({ trx }): Promise<Row[]> =>
          choose(
            trx(`${pages} as p`)
              .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.from}`, 'p.id')
              .whereIn('p.document_id', some)
              .where(unindexed(trx, `pc.${pageCampaign.to}`), '=', campaign),
          ) as unknown as Promise<Row[]>,
      );
    }
  }

  return {
    /** @param documents documentIds of the pages that are wanted; all without */
    async *live(
      campaign: number | string,
      documents: readonly string[] | null = null,
    ): AsyncGenerator<LivePage> {
      const yieldTurn = createYielder();
      const has = (column: string) =>
        strapi.db.connection.raw(
          `case when p.${column} is null or p.${column} = '' then 0 else 1 end as ${column}`,
        );
      const choose = (query: Knex.QueryBuilder) =>
        query
          .whereNotNull('p.published_at')
          .select('p.variables', has('html'), has('meta_title'), has('meta_description'));
      const rows = documents
        ? rowsOf<LiveRow>(documents, campaign, choose)
        : walk<LiveRow & { link: number }>(campaign, choose);
      for await (const some of rows) {
        for (const { variables, html, meta_title, meta_description } of some) {
          await yieldTurn();
          yield {
            variables: (toJson(variables) ?? {}) as LivePage['variables'],
            has: {
              html: Number(html) === 1,
              metaTitle: Number(meta_title) === 1,
              metaDescription: Number(meta_description) === 1,
            },
          };
        }
      }
    },

    /** Pages and drafts without HTML of their own. */
    async *madeByTemplate(
      campaign: number | string,
    ): AsyncGenerator<{ slug: string | null; isLive: boolean; variables: Record<string, string> }> {
      const rows = walk<{ link: number; slug: string | null; published_at: unknown; variables: unknown }>(
        campaign,
        (query) =>
          query
            .where((own) => own.whereNull('p.html').orWhere('p.html', ''))
            .select('p.slug', 'p.published_at', 'p.variables'),
      );
      for await (const some of rows) {
        for (const { slug, published_at, variables } of some) {
          yield {
            slug,
            isLive: published_at !== null,
            variables: (toJson(variables) ?? {}) as LivePage['variables'],
          };
        }
      }
    },

    async count(campaign: number | string): Promise<number> {
      const yieldTurn = createYielder();
      const documents = new Set<string>();
      const rows = walk<{ link: number; document_id: string }>(campaign, (query) =>
        query.select('p.document_id'),
      );
      for await (const some of rows) {
        for (const { document_id } of some) documents.add(document_id);
        await yieldTurn();
      }
      return documents.size;
    },

    /**
     * Gives the pages the keys by which slugs are compared on another website. Right only while its lock is held.
     * @returns a slug that it has already, of another page; null when all are free there
     */
    async moveTo(website: string, campaign: number | string): Promise<string | null> {
      const yieldTurn = createYielder();
      const rows = walk<{ link: number; id: number; document_id: string; slug: string }>(campaign, (query) =>
        query.whereNotNull('p.slug').select('p.id', 'p.document_id', 'p.slug'),
      );
      for await (const some of rows) {
        if (some.length === 0) continue;
        const moved = some.map((row) => ({ ...row, key: scopedHash(website, row.slug) }));
        const taken = await strapi.db.transaction(async ({ trx }) => {
          const owners = await keyOwners(trx, pages, [...new Set(moved.map(({ key }) => key))]);
          const clash = moved.find(({ key, document_id }) =>
            [...(owners.get(key) ?? [])].some((owner) => owner !== document_id),
          );
          if (clash) return clash.slug;
          const ids = moved.map(({ id }) => id);
          await trx(pages)
            .whereIn('id', ids)
            .update({ unique_key: byId(trx, moved, ({ key }) => key) });
          return null;
        });
        if (taken !== null) return taken;
        await yieldTurn();
      }
      return null;
    },
  };
};

export type CampaignPages = ReturnType<typeof createCampaignPages>;
