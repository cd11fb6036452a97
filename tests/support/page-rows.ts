import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';

type Row = Record<string, unknown>;

/** All that the database holds of one page, column by column, without row numbers. */
interface PageInDatabase {
  draft: RowWithRelations | null;
  live: RowWithRelations[];
}
interface RowWithRelations {
  columns: Row;
  campaigns: Row[];
  components: { link: Row; component: Row }[];
}

const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !names.includes(name))
      // What JSON is stored as is the driver's business; what type a date has is not.
      .map(([name, value]) => [
        name,
        name === 'variables' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
      ]),
  );

/** Reads it past Strapi, so that nothing is smoothed over. */
export const pageInDatabase = async (strapi: Core.Strapi, documentId: string): Promise<PageInDatabase> => {
  const sql = strapi.db.connection;
  const rows: (Row & { id: number })[] = await sql('pseo_pages')
    .where({ document_id: documentId })
    .orderBy('id');
  const complete = await Promise.all(
    rows.map(async (row) => {
      const links: Row[] = await sql('pseo_pages_cmps').where({ entity_id: row.id }).orderBy(['order', 'id']);
      return {
        columns: without(row, 'id'),
        campaigns: ((await sql('pseo_pages_campaign_lnk').where({ pseo_page_id: row.id })) as Row[]).map(
          (link) => without(link, 'id', 'pseo_page_id'),
        ),
        components: await Promise.all(
          links.map(async (link) => ({
            link: without(link, 'id', 'entity_id', 'cmp_id'),
            component: without(
              (await sql('components_pseo_internal_links').where({ id: link['cmp_id'] }).first()) as Row,
              'id',
            ),
          })),
        ),
      };
    }),
  );
  return {
    draft: complete.find(({ columns }) => columns['published_at'] === null) ?? null,
    live: complete.filter(({ columns }) => columns['published_at'] !== null),
  };
};

/**
 * The rows of a page, its draft first, for a comparison with those of another page.
 * @param differing names of columns of which only the kind of value is compared
 */
export const rowsAlike = async (strapi: Core.Strapi, documentId: string, differing: RegExp) => {
  const { draft, live } = await pageInDatabase(strapi, documentId);
  return [draft, ...live].map((row) => ({
    ...row,
    columns: Object.fromEntries(
      Object.entries(row?.columns ?? {}).map(([name, value]) => [
        name,
        differing.test(name) ? kindOf(value) : value,
      ]),
    ),
  }));
};

const kindOf = (value: unknown): string | null =>
  value === null ? null : value instanceof Date ? 'date' : typeof value;

/** How many rows the tables of pages have: what is deleted leaves nothing behind. */
export const countPageRows = async (strapi: Core.Strapi): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of [
    'pseo_pages',
    'pseo_pages_cmps',
    'pseo_pages_campaign_lnk',
    'components_pseo_internal_links',
  ]) {
    const [row] = (await strapi.db.connection(table).count({ count: '*' })) as { count: number | string }[];
    counts[table] = Number(row?.count);
  }
  return counts;
};

/**
 * Drafts by the hundred, as rows: the document service would take 20 ms for each.
 * @returns their documentIds, in the order of their numbers, which are in slug and variables
 */
export const insertDrafts = async (
  strapi: Core.Strapi,
  campaign: { documentId: string },
  website: { documentId: string },
  count: number,
  columnsOf: (n: number) => Row = () => ({}),
): Promise<string[]> => {
  const sql = strapi.db.connection;
  const { id } = (await sql('pseo_campaigns').where({ document_id: campaign.documentId }).first('id')) as {
    id: number;
  };
  const documentIds: string[] = [];
  const now = new Date();
  for (let from = 0; from < count; from += 200) {
    const numbers = Array.from({ length: Math.min(200, count - from) }, (_, i) => from + i);
    const rows = numbers.map((n) => {
      const slug = `page-${String(n).padStart(6, '0')}`;
      const columns: Row = {
        document_id: randomBytes(12).toString('hex'),
        slug,
        variables: JSON.stringify({ place: `place ${n}` }),
        created_at: now,
        updated_at: now,
        ...columnsOf(n),
      };
      const own = columns['slug'];
      return {
        ...columns,
        unique_key: typeof own === 'string' ? scopedHash(website.documentId, own) : null,
      };
    });
    await strapi.db.transaction(async ({ trx }) => {
      await trx('pseo_pages').insert(rows);
      const ids: { id: number; document_id: string }[] = await trx('pseo_pages')
        .whereIn(
          'document_id',
          rows.map((row) => (row as Row)['document_id'] as string),
        )
        .select('id', 'document_id');
      await trx('pseo_pages_campaign_lnk').insert(
        ids.map((row) => ({ pseo_page_id: row.id, pseo_campaign_id: id })),
      );
    });
    documentIds.push(...rows.map((row) => (row as Row)['document_id'] as string));
  }
  return documentIds;
};
