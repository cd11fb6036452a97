import type { Knex } from 'knex';
import type { PseoInternalLink } from '../../../../contracts/delivery';
import { scopedHash } from '../../platform/scoped-hash';
import type { Variables } from '../../pseo/templates/templates';
import { compileByIds, batchesBySize, type SizedPlace } from './batches';
import { compile, type Snapshot, type Statement } from '../../platform/database/statement';
import type { Link, Tables } from '../../platform/database/tables';
import { byCodeUnit, toDate, toJson, type DatabaseDate } from '../../platform/database/values';
import { unindexed } from '../../platform/database/unindexed';
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

export interface PseoLinkEntity extends Omit<PseoInternalLink, 'anchor'> {
  anchor: string | null;
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
  /** How the campaign's template escapes values (`kindOf`). */
  escapingVersion: number | null;
  ownLinks: PseoLinkEntity[];
  campaignLinks: PseoLinkEntity[];
}

/** A page's place in the list. */
export interface PagePlace {
  /** The number of its row. */
  id: number;
  documentId: string;
  slug: string;
  /** Of the part that may be large. */
  bytes: number;
}

/** A draft as it would be if it were published now, and the slug of its live version. */
export interface PageDraft {
  page: PseoPageEntityWithTexts;
  liveSlug: string | null;
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
  escaping_version: number | null;
}

type PageRowWithOwnTexts = PageRow & Pick<PageRowWithTexts, 'html' | 'meta_title' | 'meta_description'>;

interface DraftRow extends Omit<PageRowWithTexts, 'slug'> {
  /** Null while it waits for a variable. */
  slug: string | null;
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

const ORDER_COLUMNS = ['p.id', 'p.slug', 'p.document_id', 'c.document_id as campaign'];

const OWN_TEXTS = ['p.html', 'p.meta_title', 'p.meta_description'];
const TEMPLATES = [
  'c.html_template',
  'c.meta_title_template',
  'c.meta_description_template',
  'c.escaping_version',
];
const TEXT_COLUMNS = [...OWN_TEXTS, ...TEMPLATES];

/** Whole lists are as long as their texts, and this for everything else in an item, roughly, in bytes. */
const ITEM_OVERHEAD = 350;

type OfWebsite = 'website' | 'campaign';

interface OrderRow {
  id: number;
  slug: string;
  document_id: string;
  campaign: string;
  /** Of the part that may be large. */
  bytes: number | string | null;
}

type TemplateRow = Pick<
  PageRowWithTexts,
  'html_template' | 'meta_title_template' | 'meta_description_template' | 'escaping_version'
>;

/** Of a campaign that is gone. */
const NO_TEMPLATES: TemplateRow = {
  html_template: null,
  meta_title_template: null,
  meta_description_template: null,
  escaping_version: null,
};

interface LinkRow {
  owner: number;
  keyword: string;
  anchor: string | null;
  url: string;
  internal: unknown;
  nofollow: unknown;
}

export const pseoPageQueries = (sql: Knex, tables: Tables) => {
  const { pages, pageCampaign, campaigns, campaignWebsite, pseoLinks } = tables;

  const withVersions = (query: Knex.QueryBuilder) =>
    query
      .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
      .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.to}`, 'c.id')
      .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`);
  const liveOf = (website: Knex.Value) =>
    withVersions(sql(`${campaignWebsite.table} as cw`))
      .where(`cw.${campaignWebsite.to}`, website)
      .whereNotNull('p.published_at');
  /** Pages of a website for statements that look for rows by something else. */
  const among = (website: Knex.Value) =>
    withVersions(sql(`${campaignWebsite.table} as cw`)).where(
      unindexed(sql, `cw.${campaignWebsite.to}`),
      '=',
      website,
    );
  const listedOf = (value: (name: OfWebsite) => Knex.Value, ofCampaign: boolean) => {
    const live = liveOf(value('website'));
    return ofCampaign ? live.where('c.document_id', value('campaign')) : live;
  };
  /** For all pages of a website, and for those of one campaign. */
  const bothWays = <Row>(make: (ofCampaign: boolean) => Statement<Row, OfWebsite>) => {
    const [all, some] = [make(false), make(true)];
    return (campaignId: string | undefined) => (campaignId === undefined ? all : some);
  };
  const withLinks = (link: Link) =>
    sql(`${link.table} as o`)
      .join(`${pseoLinks} as l`, 'l.id', `o.${link.to}`)
      .where('o.field', 'internalLinks')
      .orderBy([`o.${link.order}`, 'o.id'])
      .select(`o.${link.from} as owner`, 'l.keyword', 'l.anchor', 'l.url', 'l.internal', 'l.nofollow');
  const linksOf = (link: Link) => {
    const statement = compile<LinkRow, 'owner'>((value) =>
      withLinks(link).where(`o.${link.from}`, value('owner')),
    );
    return async (snapshot: Snapshot, owner: number): Promise<PseoLinkEntity[]> =>
      (await snapshot.rows(statement, { owner })).map(toLinkEntity);
  };
  const linksOfSome = (link: Link) => {
    const read = compileByIds<LinkRow>((ids) => withLinks(link).whereIn(`o.${link.from}`, ids));
    return async (snapshot: Snapshot, owners: readonly number[]): Promise<Map<number, PseoLinkEntity[]>> => {
      const found = new Map<number, PseoLinkEntity[]>(owners.map((owner) => [owner, []]));
      for (const row of await read(snapshot, owners, {})) found.get(row.owner)?.push(toLinkEntity(row));
      return found;
    };
  };

  // PostgreSQL measures a JSON column only as text.
  const text = (column: string): string =>
    sql.client.dialect === 'postgresql' ? `cast(${column} as text)` : column;
  const length = `coalesce(length(${text('p.variables')}), 0)`;

  const list = bothWays((ofCampaign) =>
    compile<PageRow, OfWebsite>((value) => listedOf(value, ofCampaign).select(...LIST_COLUMNS)),
  );
  const listSize = bothWays((ofCampaign) =>
    compile<{ count: number | string; characters: number | string | null }, OfWebsite>((value) =>
      listedOf(value, ofCampaign).select(
        sql.raw('count(*) as count'),
        sql.raw(
          `sum(${length} + coalesce(length(p.slug), 0) + coalesce(length(p.target_slug), 0)) as characters`,
        ),
      ),
    ),
  );
  const order = bothWays((ofCampaign) =>
    compile<OrderRow, OfWebsite>((value) =>
      listedOf(value, ofCampaign).select(...ORDER_COLUMNS, sql.raw(`${length} as bytes`)),
    ),
  );
  /** Of rows whose ids are known, live ones and drafts. */
  const batchOf = <Row>(columns: readonly string[]) =>
    compileByIds<Row>((ids) =>
      withVersions(sql(`${campaignWebsite.table} as cw`))
        .whereIn('p.id', ids)
        .select(...columns),
    );
  const batch = batchOf<PageRow>(LIST_COLUMNS);
  const batchWithTexts = batchOf<PageRowWithOwnTexts>([...LIST_COLUMNS, ...OWN_TEXTS]);
  const ofEntries = compileByIds<OrderRow, 'website'>((ids, value) =>
    among(value('website'))
      .whereNotNull('p.published_at')
      .whereIn('p.document_id', ids)
      .select(...ORDER_COLUMNS, sql.raw(`${length} as bytes`)),
  );
  const texts = compile<TemplateRow, 'campaign'>((value) =>
    sql(`${campaigns} as c`)
      .where('c.id', value('campaign'))
      .first(...TEMPLATES),
  );
  /** A page without its own HTML counts with the length of the template. */
  const HTML_LENGTH = 'coalesce(nullif(length(p.html), 0), length(c.html_template), 0)';
  const htmlSize = bothWays((ofCampaign) =>
    compile<{ characters: number | string | null }, OfWebsite>((value) =>
      listedOf(value, ofCampaign).select(sql.raw(`sum(${HTML_LENGTH}) as characters`)),
    ),
  );
  const htmlLengths = compileByIds<{ id: number; length: number | string }>((ids) =>
    withVersions(sql(`${campaignWebsite.table} as cw`))
      .whereIn('p.id', ids)
      .select('p.id', sql.raw(`${HTML_LENGTH} as length`)),
  );
  const bySlug = compile<PageRowWithTexts, 'website' | 'key'>((value) =>
    among(value('website'))
      .whereNotNull('p.published_at')
      .where('p.unique_key', value('key'))
      .first(...LIST_COLUMNS, ...TEXT_COLUMNS),
  );
  const draft = compile<DraftRow, 'website' | 'entry'>((value) =>
    among(value('website'))
      .where('p.document_id', value('entry'))
      .whereNull('p.published_at')
      .first(...LIST_COLUMNS, ...TEXT_COLUMNS),
  );
  const liveSlug = compile<{ slug: string | null }, 'entry'>((value) =>
    sql(`${pages} as p`)
      .where('p.document_id', value('entry'))
      .whereNotNull('p.published_at')
      .first('p.slug'),
  );
  const pageLinks = linksOf(tables.pageLinks);
  const pageLinksOfSome = linksOfSome(tables.pageLinks);
  const campaignLinks = linksOf(tables.campaignLinks);

  const withTexts = async (
    snapshot: Snapshot,
    row: PageRowWithTexts,
    website: Website,
  ): Promise<PseoPageEntityWithTexts> =>
    toEntityWithTexts(
      row,
      website,
      await pageLinks(snapshot, row.id),
      await campaignLinks(snapshot, row.campaign),
    );

  const valuesFor = (website: Website, campaignId: string | undefined) => ({
    website: website.id,
    campaign: campaignId ?? null,
  });

  return {
    /** The links that pages of a campaign have from it. @param campaign the number of its row */
    linksOfCampaign: campaignLinks,

    /** About how many bytes the list takes as JSON. */
    async pageListSize(snapshot: Snapshot, website: Website, campaignId?: string): Promise<number> {
      if (!mayBeId(campaignId)) return 0;
      const [row] = await snapshot.rows(listSize(campaignId), valuesFor(website, campaignId));
      return Number(row?.characters ?? 0) + Number(row?.count ?? 0) * ITEM_OVERHEAD;
    },

    /** All live pages of a website by slug, or those of one of its campaigns. */
    async livePages(snapshot: Snapshot, website: Website, campaignId?: string): Promise<PseoPageEntity[]> {
      if (!mayBeId(campaignId)) return [];
      const rows = await snapshot.rows(list(campaignId), valuesFor(website, campaignId));
      return rows
        .map((row) => toEntity(row, website))
        .filter((page) => campaignId === undefined || page.campaignId === campaignId)
        .sort(comparePages);
    },

    /** About how many characters the HTML of a list has. */
    async pageHtmlSize(snapshot: Snapshot, website: Website, campaignId?: string): Promise<number> {
      if (!mayBeId(campaignId)) return 0;
      const [row] = await snapshot.rows(htmlSize(campaignId), valuesFor(website, campaignId));
      return Number(row?.characters ?? 0);
    },

    /** About how many characters the HTML of pages has, by the numbers of their rows. */
    async htmlLengths(snapshot: Snapshot, ids: readonly number[]): Promise<Map<number, number>> {
      const rows = await htmlLengths(snapshot, ids, {});
      return new Map(rows.map(({ id, length }) => [id, Number(length)]));
    },

    /** The places of all live pages of a website by slug, or of those of one of its campaigns. */
    async pagePlaces(snapshot: Snapshot, website: Website, campaignId?: string): Promise<PagePlace[]> {
      if (!mayBeId(campaignId)) return [];
      const rows = await snapshot.rows(order(campaignId), valuesFor(website, campaignId));
      // Compared once more, as MariaDB ignores case.
      return toPlaces(rows.filter(({ campaign }) => campaignId === undefined || campaign === campaignId));
    },

    /** Those of some pages that are live. @param entries documentIds */
    async placesOfPages(
      snapshot: Snapshot,
      website: Website,
      entries: readonly string[],
      campaignId?: string,
    ): Promise<PagePlace[]> {
      const rows = await ofEntries(snapshot, entries, { website: website.id });
      return toPlaces(rows.filter(({ campaign }) => campaignId === undefined || campaign === campaignId));
    },

    /** The pages at these places, some at a time: however many there are, they are never in memory all at once. */
    async *pagesAt(
      snapshot: Snapshot,
      website: Website,
      places: readonly SizedPlace[],
    ): AsyncGenerator<PseoPageEntity[]> {
      for (const ids of batchesBySize(places)) {
        const rows = await batch(snapshot, ids, {});
        yield rows.map((row) => toEntity(row, website)).sort(comparePages);
      }
    },

    /** The same with all that their texts are made from. */
    async *pagesWithTextsAt(
      snapshot: Snapshot,
      website: Website,
      places: readonly SizedPlace[],
    ): AsyncGenerator<PseoPageEntityWithTexts[]> {
      const ofCampaigns = new Map<number, { templates: TemplateRow; links: PseoLinkEntity[] }>();
      for (const ids of batchesBySize(places)) {
        const rows = await batchWithTexts(snapshot, ids, {});
        const links = await pageLinksOfSome(
          snapshot,
          rows.map(({ id }) => id),
        );
        for (const campaign of new Set(rows.map((row) => row.campaign))) {
          if (ofCampaigns.has(campaign)) continue;
          const [templates = NO_TEMPLATES] = await snapshot.rows(texts, { campaign });
          ofCampaigns.set(campaign, { templates, links: await campaignLinks(snapshot, campaign) });
        }
        const pages = rows.map((row) => {
          const { templates = NO_TEMPLATES, links: inherited = [] } = ofCampaigns.get(row.campaign) ?? {};
          return toEntityWithTexts({ ...row, ...templates }, website, links.get(row.id) ?? [], inherited);
        });
        yield pages.sort(comparePages);
      }
    },

    /** One live page with all that its texts are made from; null when there is none under this slug. */
    async livePageBySlug(
      snapshot: Snapshot,
      website: Website,
      slug: string,
      campaignId?: string,
    ): Promise<PseoPageEntityWithTexts | null> {
      const key = scopedHash(website.documentId, slug);
      const [row] = await snapshot.rows(bySlug, { website: website.id, key });
      if (!row || (campaignId !== undefined && row.campaign_document_id !== campaignId)) return null;
      return withTexts(snapshot, row, website);
    },

    /** The draft of a page with all that its texts are made from; null when the website has none with this id. */
    async draftPage(snapshot: Snapshot, website: Website, entry: string): Promise<PageDraft | null> {
      const [row] = await snapshot.rows(draft, { website: website.id, entry });
      // Compared once more, as MariaDB ignores case.
      if (!row || row.document_id !== entry) return null;
      const [live] = await snapshot.rows(liveSlug, { entry });
      const page = await withTexts(snapshot, { ...row, slug: row.slug ?? '' }, website);
      return { page, liveSlug: live?.slug ?? null };
    },
  };
};

const toPlaces = (rows: OrderRow[]): PagePlace[] =>
  rows
    .map(({ id, slug, document_id, bytes }) => ({
      id,
      slug,
      documentId: document_id,
      bytes: Number(bytes ?? 0),
    }))
    .sort(comparePages);

const toLinkEntity = ({ keyword, anchor, url, internal, nofollow }: LinkRow): PseoLinkEntity => ({
  keyword,
  anchor,
  url,
  // SQLite has numbers for booleans.
  internal: Boolean(internal),
  nofollow: Boolean(nofollow),
});

/** An id is letters and digits; anything else (PostgreSQL refuses some of it) is no campaign's. */
const mayBeId = (campaignId: string | undefined): boolean =>
  campaignId === undefined || /^[a-z0-9]+$/i.test(campaignId);

type Ordered = Pick<PseoPageEntity, 'slug' | 'documentId'>;

/** The order of pages in lists. */
export const comparePages = (a: Ordered, b: Ordered): number =>
  byCodeUnit(a.slug, b.slug) || byCodeUnit(a.documentId, b.documentId);

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

const toEntityWithTexts = (
  row: PageRowWithTexts,
  website: Website,
  ownLinks: PseoLinkEntity[],
  campaignLinks: PseoLinkEntity[],
): PseoPageEntityWithTexts => ({
  ...toEntity(row, website),
  websiteUrl: website.url,
  html: { own: row.html, template: row.html_template },
  metaTitle: { own: row.meta_title, template: row.meta_title_template },
  metaDescription: { own: row.meta_description, template: row.meta_description_template },
  escapingVersion: row.escaping_version,
  ownLinks,
  campaignLinks,
});
