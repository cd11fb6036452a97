import type { Knex } from 'knex';
import type { Redirect, RedirectType } from '../../../../contracts/delivery';
import { EARLIER_SLUG_MODEL } from '../../content/earlier-slugs/model';
import { scopedHash } from '../../platform/scoped-hash';
import { compile, type DatedSnapshot, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { byCodeUnit } from '../../platform/database/values';
import { whereDue } from './live-posts';
import { unindexed } from '../../platform/database/unindexed';
import type { Website } from './websites';

const { tableName: SLUGS } = EARLIER_SLUG_MODEL;

interface MovedRow {
  slug: string;
  campaign: string | null;
}

interface RedirectRow {
  from_slug: string;
  to_slug: string;
}

type OfWebsite = 'website' | 'owner' | 'now';
type OfSlug = 'website' | 'key' | 'now';

/** What names of fields and quotes of a redirect take, roughly, in bytes. */
const ITEM_OVERHEAD = 45;

/** Earlier slugs `r` of the live posts `e` of a website. */
const slugsOfPosts = (sql: Knex, { posts, postWebsite }: Tables, website: Knex.Value): Knex.QueryBuilder =>
  sql(`${SLUGS} as r`)
    .join(`${posts} as e`, 'e.document_id', 'r.entry')
    .join(`${postWebsite.table} as w`, `w.${postWebsite.from}`, 'e.id')
    .where('r.type', 'post')
    .whereNotNull('e.published_at')
    .where(unindexed(sql, `w.${postWebsite.to}`), '=', website);

/** The live post that had a slug before. @param withholds whether its website keeps back scheduled posts */
export const movedPostOf = (
  sql: Knex,
  tables: Tables,
  value: (name: OfSlug) => Knex.Value,
  withholds: boolean,
): Knex.QueryBuilder => {
  const live = slugsOfPosts(sql, tables, value('website')).where('r.key', value('key'));
  return withholds ? live.where(whereDue('e', value('now'))) : live;
};

/** Earlier slugs that lead to something which readers get now, and not under the same slug. */
export const redirectQueries = (sql: Knex, tables: Tables) => {
  const { posts, pages, pageCampaign, campaigns, campaignWebsite } = tables;
  const ofPosts = (website: Knex.Value) => slugsOfPosts(sql, tables, website);
  const ofPages = (website: Knex.Value) =>
    sql(`${SLUGS} as r`)
      .join(`${pages} as e`, 'e.document_id', 'r.entry')
      .join(`${pageCampaign.table} as ec`, `ec.${pageCampaign.from}`, 'e.id')
      .join(`${campaigns} as c`, 'c.id', `ec.${pageCampaign.to}`)
      .join(`${campaignWebsite.table} as cw`, `cw.${campaignWebsite.from}`, 'c.id')
      .where('r.type', 'pseo-page')
      .whereNotNull('e.published_at')
      .where(unindexed(sql, `cw.${campaignWebsite.to}`), '=', website);

  const movedPage = compile<MovedRow, OfSlug>((value) =>
    ofPages(value('website')).where('r.key', value('key')).first('e.slug', 'c.document_id as campaign'),
  );

  /** A slug that is used again wins. @param table whose live rows may use it */
  const unused = (query: Knex.QueryBuilder, table: string, now: Knex.Value | null) =>
    query.whereNotExists((used: Knex.QueryBuilder) => {
      void used
        .select(sql.raw('1'))
        .from(`${table} as u`)
        .where('u.unique_key', sql.ref('r.key'))
        .whereNotNull('u.published_at');
      if (now !== null) void used.where(whereDue('u', now));
    });
  const RAW = ['r.slug as from_slug', 'e.slug as to_slug'];
  const postList = (withholds: boolean) =>
    compile<RedirectRow, OfWebsite>((value) => {
      const now = withholds ? value('now') : null;
      const live = ofPosts(value('website')).where('r.website', value('owner'));
      return unused(now === null ? live : live.where(whereDue('e', now)), posts, now).select(RAW);
    });
  const lists = {
    allPosts: postList(false),
    duePosts: postList(true),
    pages: compile<RedirectRow, OfWebsite>((value) =>
      unused(ofPages(value('website')).where('r.website', value('owner')), pages, null).select(RAW),
    ),
  };
  const size = compile<{ count: number | string; characters: number | string | null }, 'owner'>((value) =>
    sql(`${SLUGS} as r`)
      .where('r.website', value('owner'))
      .select(sql.raw('count(*) as count'), sql.raw('sum(2 * length(r.slug)) as characters')),
  );
  const owner = compile<{ entry: string }, 'type' | 'key'>((value) =>
    sql(SLUGS)
      .where({ type: value('type'), key: value('key') })
      .first('entry'),
  );

  const toList = (type: RedirectType, rows: RedirectRow[]): Redirect[] =>
    rows
      .map(({ from_slug: from, to_slug: to }): Redirect => ({ type, from, to }))
      .sort((a, b) => byCodeUnit(a.from, b.from));

  return {
    /** The slug under which the page is found that had this one before; it has to be of the campaign where one is asked for. */
    async movedPage(
      snapshot: Snapshot,
      website: Website,
      slug: string,
      campaignId?: string,
    ): Promise<string | null> {
      const key = scopedHash(website.documentId, slug);
      const [row] = await snapshot.rows(movedPage, { website: website.id, key, now: null });
      if (!row || (campaignId !== undefined && row.campaign !== campaignId)) return null;
      return row.slug;
    },

    /** About how many bytes the list takes as JSON, at most. */
    async redirectListSize(snapshot: Snapshot, website: Website): Promise<number> {
      const [row] = await snapshot.rows(size, { owner: website.documentId });
      return Number(row?.characters ?? 0) + Number(row?.count ?? 0) * ITEM_OVERHEAD;
    },

    /** All of a website: posts, then pages, each by the earlier slug. */
    async redirects(snapshot: DatedSnapshot, website: Website): Promise<Redirect[]> {
      const values = { website: website.id, owner: website.documentId, now: snapshot.now };
      const ofPost = website.withholdsScheduled ? lists.duePosts : lists.allPosts;
      return [
        ...toList('post', await snapshot.rows(ofPost, values)),
        ...toList('pseo-page', await snapshot.rows(lists.pages, values)),
      ];
    },

    /** The documentId of the entry that had a slug before, live or not; null for none. */
    async earlierOwner(
      snapshot: Snapshot,
      website: Website,
      type: RedirectType,
      slug: string,
    ): Promise<string | null> {
      const key = scopedHash(website.documentId, slug);
      const [row] = await snapshot.rows(owner, { type, key });
      return row?.entry ?? null;
    },
  };
};
