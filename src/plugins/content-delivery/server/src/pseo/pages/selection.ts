import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { PageFilter, PageState } from '../../../../contracts/pseo-pages';
import { whereContains } from '../../platform/database/search/statements';
import { tablesOf } from '../../platform/database/tables';
import type { DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';

/** What a user's roles narrow pages to, in the form of Strapi's query layer; null for no narrowing. */
export type Narrowing = Record<string, unknown> | null;

/** Which pages are meant. */
export interface Selection extends Omit<PageFilter, 'website'> {
  website: { id: number };
  narrowing: Narrowing;
}

/** How far a walk over a selection has come. */
export interface WalkPosition {
  /** Row numbers, of the campaign and of the link between page and campaign; null when the campaign has no more. */
  campaign: number;
  link: number | null;
}

export interface WalkedPage {
  id: number;
  document_id: string;
  slug: string | null;
  created_at: DatabaseDate;
}

/** Rows that one step of a walk looks at: what SQLite, which works in this process, does in some milliseconds. */
const STEP = 4_000;

/** Statements about drafts (`d`), their live versions (`l`), and whether a drip has them before it. */
export const createSelections = (strapi: Core.Strapi) => {
  const sql = strapi.db.connection;
  const tables = tablesOf(strapi);
  const { pages, pageCampaign, campaigns, campaignWebsite } = tables;
  const queued = strapi.db.metadata.get(UIDS.queuedPage).tableName;
  const drips = strapi.db.metadata.get(UIDS.drip).tableName;

  const waits = sql(`${queued} as q`)
    .join(`${drips} as dr`, 'dr.document_id', 'q.queue')
    .where('q.page', sql.ref('d.document_id'))
    .where('q.state', 'waiting')
    .select(sql.raw('1'));

  const inState = (query: Knex.QueryBuilder, state: PageState | undefined): Knex.QueryBuilder => {
    switch (state) {
      case undefined:
        return query;
      case 'live':
        return query.whereNotNull('l.id').whereRaw('d.updated_at <= l.updated_at');
      case 'changed':
        return query.whereNotNull('l.id').whereRaw('d.updated_at > l.updated_at');
      case 'waiting':
        return query.whereNull('l.id').whereExists(waits.clone());
      case 'draft':
        return query.whereNull('l.id').whereNotExists(waits.clone());
    }
  };

  const matching = (query: Knex.QueryBuilder, search: string | undefined): Knex.QueryBuilder =>
    search === undefined ? query : whereContains(query, 'd.slug', search);

  const withLive = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereNull('d.published_at').leftJoin(`${pages} as l`, (join) => {
      join.on('l.document_id', 'd.document_id').andOnNotNull('l.published_at');
    });

  const campaignIds = ({ website, campaign }: Pick<Selection, 'website' | 'campaign'>): Promise<number[]> =>
    sql(`${campaignWebsite.table} as cw`)
      .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
      .where(`cw.${campaignWebsite.to}`, website.id)
      .modify((query) => void (campaign !== undefined && query.where('c.document_id', campaign)))
      .orderBy('c.id')
      .pluck('c.id');

  /** Which of these drafts the user's roles let through. */
  const allowed = async (narrowing: Narrowing, ids: readonly number[]): Promise<(id: number) => boolean> => {
    if (!narrowing || ids.length === 0) return () => true;
    const rows: { id: number }[] = await strapi.db
      .query(UIDS.pseoPage)
      .findMany({ where: { $and: [narrowing, { id: { $in: [...ids] } }] }, select: ['id'] });
    const through = new Set(rows.map(({ id }) => id));
    return (id) => through.has(id);
  };

  /** One step of a walk: the drafts of one campaign after some thousand links. */
  const step = async ({ campaign, link }: { campaign: number; link: number }) => {
    const links = sql(pageCampaign.table)
      .where(pageCampaign.to, campaign)
      .where('id', '>', link)
      .orderBy('id')
      .limit(STEP);
    const [bounds] = (await sql
      .from(links.clone().select('id').as('s'))
      .select(sql.raw('max(s.id) as last'), sql.raw('count(*) as count'))) as {
      last: number | null;
      count: number | string;
    }[];
    const last = bounds?.last ?? null;
    return {
      /** Null when the campaign has no more. */
      last: last !== null && Number(bounds?.count) === STEP ? last : null,
      drafts: withLive(
        sql(`${pageCampaign.table} as pc`)
          .join(`${pages} as d`, 'd.id', `pc.${pageCampaign.from}`)
          .where(`pc.${pageCampaign.to}`, campaign)
          .where('pc.id', '>', link)
          .where('pc.id', '<=', last ?? link),
      ),
    };
  };

  return {
    sql,
    tables,
    inState,
    matching,
    withLive,
    campaignIds,
    allowed,
    waits,

    /** The pages of a selection, some at a time, each with where to go on after it; others get turns in between. */
    async *walk(
      selection: Selection,
      from: WalkPosition | null = null,
    ): AsyncGenerator<{ pages: WalkedPage[]; next: WalkPosition }> {
      for (const campaign of await campaignIds(selection)) {
        if (from && campaign < from.campaign) continue;
        let link = from?.campaign === campaign ? linkOf(from) : 0;
        while (link !== null) {
          const { last, drafts } = await step({ campaign, link });
          const found: WalkedPage[] = await inState(
            matching(drafts, selection.search),
            selection.state,
          ).select('d.id', 'd.document_id', 'd.slug', 'd.created_at');
          const lets = await allowed(
            selection.narrowing,
            found.map(({ id }) => id),
          );
          yield {
            pages: found.filter(({ id }) => lets(id)),
            next: { campaign, link: last },
          };
          link = last;
        }
      }
    },

    /** How many pages of a selection are in each state. */
    async countStates(selection: Omit<Selection, 'state'>): Promise<Record<PageState, number>> {
      const counts = { draft: 0, waiting: 0, live: 0, changed: 0 };
      const asOne = (condition: string) => `case when ${condition} then 1 else 0 end`;
      for (const campaign of await campaignIds(selection)) {
        let link: number | null = 0;
        while (link !== null) {
          const { last, drafts } = await step({ campaign, link });
          const states = matching(drafts, selection.search).select(
            'd.id',
            sql.raw(`${asOne('l.id is null')} as is_new`),
            sql.raw(`${asOne('d.updated_at > l.updated_at')} as is_changed`),
            sql.raw('case when l.id is null and exists ? then 1 else 0 end as is_waiting', [waits.clone()]),
          );
          const add = (row: StateRow, times: number): void => {
            const state: PageState =
              Number(row.is_new) === 0
                ? Number(row.is_changed) === 1
                  ? 'changed'
                  : 'live'
                : Number(row.is_waiting) === 1
                  ? 'waiting'
                  : 'draft';
            counts[state] += times;
          };
          if (selection.narrowing) {
            const rows: (StateRow & { id: number })[] = await states;
            const lets = await allowed(
              selection.narrowing,
              rows.map(({ id }) => id),
            );
            for (const row of rows) if (lets(row.id)) add(row, 1);
          } else {
            const columns = ['is_new', 'is_changed', 'is_waiting'];
            const groups: (StateRow & { count: number | string })[] = await sql
              .from(states.as('s'))
              .groupBy(columns)
              .select(...columns)
              .count({ count: '*' });
            for (const group of groups) add(group, Number(group.count));
          }
          link = last;
        }
      }
      return counts;
    },
  };
};

/** Jobs of 0.1.0 have stored this for null; it is larger than what PostgreSQL compares row numbers with. */
const NO_MORE = Number.MAX_SAFE_INTEGER;
const linkOf = ({ link }: WalkPosition): number | null => (link === NO_MORE ? null : link);

interface StateRow {
  is_new: number | string;
  is_changed: number | string;
  is_waiting: number | string;
}

export type Selections = ReturnType<typeof createSelections>;
