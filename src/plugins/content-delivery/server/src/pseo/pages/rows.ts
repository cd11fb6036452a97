import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { noteDeleted, noteLive, noteNew, noteTogether } from '../../freshness/changes/collector';
import type { Yielder } from '../../platform/yielder';
import { byId, chunks, inStatements } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { UIDS } from '../../platform/uids';
import { attributesOf } from '../../platform/attributes';

export type Row = Record<string, unknown> & { id: number };

/** A page as its rows: the draft, the live one, and what hangs on either of them. */
export interface PageRows {
  documentId: string;
  draft: Row | null;
  live: Row[];
}

/** A row that is to be, by column names, with what hangs on it. */
export interface NewRow {
  columns: Record<string, unknown>;
  campaign: number;
  links: Record<string, unknown>[];
}

/** What Strapi keeps of a page beside the columns of its row, and this module knows how to write. */
const KNOWN_RELATIONS = ['campaign', 'internalLinks', 'createdBy', 'updatedBy', 'localizations'];
/** What distinguishes the rows of the links from those of other components, which are numbered separately. */
const LINKS_OF_PAGES = { field: 'internalLinks', component_type: UIDS.pseoLinkComponent };
/** How many rows one statement inserts or names. */
const BATCH_SIZE = 200;
const noYield: Yielder = async () => undefined;
const RELATIONAL = ['relation', 'component', 'dynamiczone', 'media'];

/**
 * Attributes that a project has added to pages or their links and that are no plain columns. Rows that are written
 * here would lack them.
 */
export const unknownAttributes = (strapi: Core.Strapi): string[] => {
  const relational = (uid: string, known: readonly string[]) =>
    Object.entries(attributesOf(strapi, uid))
      .filter(([name, { type }]) => RELATIONAL.includes(type) && !known.includes(name))
      .map(([name]) => name);
  return [...relational(UIDS.pseoPage, KNOWN_RELATIONS), ...relational(UIDS.pseoLinkComponent, [])];
};

/**
 * The rows of pages in batches of SQL: Strapi's document service takes 15 to 30 ms for each page, these a small
 * part of that. They leave what it would leave, column by column; it does not notice, and nor do lifecycle
 * events; the change log does. Everything runs in the transaction that is handed in.
 */
export const createPageRowStore = (strapi: Core.Strapi) => {
  const { pages, pageCampaign, pageLinks, pseoLinks } = tablesOf(strapi);
  const jsonColumns = new Set(
    Object.entries(strapi.db.metadata.get(UIDS.pseoPage).attributes).flatMap(([name, attribute]) =>
      attribute.type === 'json' ? [(attribute as { columnName?: string }).columnName ?? name] : [],
    ),
  );
  const { client } = strapi.db.dialect;

  /** A row as it was read, to be written again: some drivers parse JSON as they read, and none turns it back. */
  const asWritten = ({ id: _id, ...columns }: Row): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [
        name,
        jsonColumns.has(name) && typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ]),
    );

  /** Row numbers of the links that were inserted, in their order; they have nothing to find them by. */
  const insertLinks = async (
    trx: Knex.Transaction,
    rows: readonly Record<string, unknown>[],
  ): Promise<number[]> => {
    if (client === 'mysql') {
      const ids: number[] = [];
      for (const row of rows) ids.push(...(await trx(pseoLinks).insert(row)));
      return ids;
    }
    const inserted: { id: number }[] = await trx(pseoLinks).insert(rows).returning('id');
    return inserted.map(({ id }) => id).sort((a, b) => a - b);
  };

  /** Gives each row its links, or copies of those of another row, in this order. */
  const addLinks = async (
    trx: Knex.Transaction,
    rows: readonly { owner: number | undefined; links: readonly Record<string, unknown>[] }[],
    yieldTurn: Yielder,
  ): Promise<void> => {
    const links = rows.flatMap((row) =>
      row.links.map(({ id: _id, ...link }, place) => ({ link, owner: row.owner, place: place + 1 })),
    );
    for (const some of chunks(links, BATCH_SIZE)) {
      const linkIds = await insertLinks(
        trx,
        some.map(({ link }) => link),
      );
      await trx(pageLinks.table).insert(
        some.map(({ owner, place }, i) => ({
          [pageLinks.from]: owner,
          [pageLinks.to]: linkIds[i],
          [pageLinks.order]: place,
          ...LINKS_OF_PAGES,
        })),
      );
      await yieldTurn();
    }
  };

  /** Deletes the links of rows, and no component of another kind. */
  const removeLinks = async (trx: Knex.Transaction, ids: readonly number[]): Promise<void> => {
    const ofRows = () => trx(pageLinks.table).whereIn(pageLinks.from, ids).where(LINKS_OF_PAGES);
    const links: number[] = await ofRows().pluck(pageLinks.to);
    await ofRows().delete();
    for (const some of chunks(links, BATCH_SIZE)) await trx(pseoLinks).whereIn('id', some).delete();
  };

  /** Notes live rows in the change log. @returns the row numbers by documentId */
  const insert = async (
    trx: Knex.Transaction,
    rows: readonly NewRow[],
    isLive: boolean,
    yieldTurn: Yielder,
  ): Promise<Map<string, number>> => {
    const [first] = rows;
    if (!first) return new Map();
    const documentIds = rows.map(({ columns }) => columns['document_id'] as string);
    if (isLive) {
      await noteNew(strapi, UIDS.pseoPage, documentIds);
      await noteTogether(strapi, documentIds, first.columns['published_at'] as Date);
    }
    for (const some of inStatements(rows.map(({ columns }) => columns))) {
      await trx(pages).insert(some);
      await yieldTurn();
    }
    const inserted: { id: number; document_id: string }[] = await trx(pages)
      .whereIn('document_id', documentIds)
      .where((state) => (isLive ? state.whereNotNull('published_at') : state.whereNull('published_at')))
      .select('id', 'document_id');
    await yieldTurn();
    const idOf = new Map(inserted.map((row) => [row.document_id, row.id]));
    const ownId = ({ columns }: NewRow) => idOf.get(columns['document_id'] as string);
    for (const some of inStatements(
      rows.map((row) => ({ [pageCampaign.from]: ownId(row), [pageCampaign.to]: row.campaign })),
    )) {
      await trx(pageCampaign.table).insert(some);
      await yieldTurn();
    }
    await addLinks(
      trx,
      rows.map((row) => ({ owner: ownId(row), links: row.links })),
      yieldTurn,
    );
    return idOf;
  };

  return {
    /** In the order of the documentIds; without those that are not there. */
    async load(sql: Knex, documentIds: readonly string[]): Promise<PageRows[]> {
      const rows: Row[] = await sql(pages).whereIn('document_id', documentIds).select('*');
      const byDocument = new Map<string, PageRows>();
      for (const row of rows) {
        const documentId = row['document_id'] as string;
        const page = byDocument.get(documentId) ?? { documentId, draft: null, live: [] };
        byDocument.set(documentId, page);
        if (row['published_at'] === null) page.draft = row;
        else page.live.push(row);
      }
      return documentIds.flatMap((documentId) => byDocument.get(documentId) ?? []);
    },

    /** The row number of the campaign that each of these rows belongs to. */
    async campaignsOf(sql: Knex, ids: readonly number[]): Promise<Map<number, number>> {
      const { table, from, to } = pageCampaign;
      const links: Record<string, number>[] = await sql(table).whereIn(from, ids).select(from, to);
      return new Map(links.map((link) => [link[from] as number, link[to] as number]));
    },

    /** The internal links of each of these rows, in the editor's order. */
    async linksOf(sql: Knex, ids: readonly number[]): Promise<Map<number, Row[]>> {
      const { table, from, to, order } = pageLinks;
      const links: (Row & { owner: number })[] = await sql(`${table} as o`)
        .join(`${pseoLinks} as l`, 'l.id', `o.${to}`)
        .whereIn(`o.${from}`, ids)
        .where({ 'o.field': LINKS_OF_PAGES.field, 'o.component_type': LINKS_OF_PAGES.component_type })
        .orderBy([`o.${order}`, 'o.id'])
        .select('l.*', `o.${from} as owner`);
      const byOwner = new Map<number, Row[]>();
      for (const { owner, ...link } of links)
        byOwner.set(owner, [...(byOwner.get(owner) ?? []), link as Row]);
      return byOwner;
    },

    /** Gives rows their slugs, each its own, and all of them the same in other columns. */
    async updateSlugs(
      trx: Knex.Transaction,
      rows: readonly { id: number; slug: string | null; targetSlug: string | null; key: string | null }[],
      columns: Record<string, unknown>,
    ): Promise<void> {
      for (const some of chunks(rows, BATCH_SIZE)) {
        await trx(pages)
          .whereIn(
            'id',
            some.map(({ id }) => id),
          )
          .update({
            ...columns,
            slug: byId(trx, some, ({ slug }) => slug),
            target_slug: byId(trx, some, ({ targetSlug }) => targetSlug),
            unique_key: byId(trx, some, ({ key }) => key),
          });
      }
    },

    /**
     * Makes each draft's live row, with its relation to the campaign and its links.
     * @returns the row numbers by documentId
     */
    async insertLive(
      trx: Knex.Transaction,
      live: readonly { draft: Row; columns: Record<string, unknown>; campaign: number; links: Row[] }[],
      yieldTurn: Yielder = noYield,
    ): Promise<Map<string, number>> {
      const rows = live.map(({ draft, columns, campaign, links }) => ({
        columns: { ...asWritten(draft), ...columns },
        campaign,
        links,
      }));
      return insert(trx, rows, true, yieldTurn);
    },

    /**
     * Makes new pages: a draft each, and a live row when a moment is given, with their relations and links.
     * @returns the row numbers of either by documentId
     */
    async insertNew(
      trx: Knex.Transaction,
      rows: readonly NewRow[],
      publishedAt: Date | null,
      yieldTurn: Yielder = noYield,
    ): Promise<{ drafts: Map<string, number>; live: Map<string, number> }> {
      const ofState = (published_at: Date | null) =>
        rows.map((row) => ({ ...row, columns: { ...row.columns, published_at } }));
      const drafts = await insert(trx, ofState(null), false, yieldTurn);
      if (publishedAt === null) return { drafts, live: new Map() };
      return { drafts, live: await insert(trx, ofState(publishedAt), true, yieldTurn) };
    },

    /** Changes columns of one row. */
    async update(trx: Knex.Transaction, id: number, columns: Record<string, unknown>): Promise<void> {
      await trx(pages).where({ id }).update(columns);
    },

    /** Deletes rows with all that hangs on them. */
    async remove(trx: Knex.Transaction, rows: readonly Row[]): Promise<void> {
      if (rows.length === 0) return;
      const documentsOf = (some: readonly Row[]) => some.map((row) => row['document_id'] as string);
      const isDraft = (row: Row): boolean => row['published_at'] === null;
      await noteLive(strapi, UIDS.pseoPage, documentsOf(rows.filter((row) => !isDraft(row))));
      await noteDeleted(strapi, UIDS.pseoPage, documentsOf(rows.filter(isDraft)));
      const ids = rows.map(({ id }) => id);
      await removeLinks(trx, ids);
      await trx(pageLinks.table).whereIn(pageLinks.from, ids).delete();
      await trx(pageCampaign.table).whereIn(pageCampaign.from, ids).delete();
      await trx(pages).whereIn('id', ids).delete();
    },
  };
};

export type PageRowStore = ReturnType<typeof createPageRowStore>;
