import type { Knex } from 'knex';
import type { PageList, PageListItem, PageState } from '../../../../contracts/pseo-pages';
import { toDate, toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import type { Selection, Selections } from './selection';

export interface ListOptions {
  limit: number;
  cursor: Cursor | null;
}

/** The last page of the part before. */
export interface Cursor {
  slug: string | null;
  documentId: string;
}

interface ListRow {
  id: number;
  document_id: string;
  slug: string | null;
  created_at: DatabaseDate;
  updated_at: DatabaseDate;
  live_updated_at: DatabaseDate | null;
  live_published_at: DatabaseDate | null;
}

/** The list of pages that editors see. */
export const createPageList = (selections: Selections) => {
  const { sql, tables, inState, matching, withLive, campaignIds, allowed, waits } = selections;
  const { pages, pageCampaign, campaigns } = tables;

  const draftsOf = (selection: Selection, ids: readonly number[]): Knex.QueryBuilder => {
    const ofCampaigns = sql(`${pageCampaign.table} as pc`)
      .where(`pc.${pageCampaign.from}`, sql.ref('d.id'))
      .whereIn(`pc.${pageCampaign.to}`, ids)
      .select(sql.raw('1'));
    const drafts = withLive(sql(`${pages} as d`)).whereExists(ofCampaigns);
    return inState(matching(drafts, selection.search), selection.state);
  };

  /** Rows after the cursor, by slug. Pages without one come before all others, on every database. */
  const read = async (
    selection: Selection,
    ids: readonly number[],
    { limit, cursor }: ListOptions,
  ): Promise<ListRow[]> => {
    const part = async (hasSlug: boolean, rest: number): Promise<ListRow[]> => {
      if (rest === 0) return [];
      const query = draftsOf(selection, ids);
      void (hasSlug ? query.whereNotNull('d.slug') : query.whereNull('d.slug'));
      if (cursor && cursor.slug === null && !hasSlug)
        void query.where('d.document_id', '>', cursor.documentId);
      if (cursor && cursor.slug !== null) {
        const { slug, documentId } = cursor;
        void query
          .where('d.slug', '>=', slug)
          .where((either) => either.where('d.slug', '>', slug).orWhere('d.document_id', '>', documentId));
      }
      return query
        .orderBy(['d.slug', 'd.document_id'])
        .limit(rest)
        .select(
          'd.id',
          'd.document_id',
          'd.slug',
          'd.created_at',
          'd.updated_at',
          'l.updated_at as live_updated_at',
          'l.published_at as live_published_at',
        );
    };
    const without = cursor && cursor.slug !== null ? [] : await part(false, limit);
    return [...without, ...(await part(true, limit - without.length))];
  };

  const toItems = async (rows: readonly ListRow[]): Promise<PageListItem[]> => {
    const ids = rows.map(({ id }) => id);
    const campaignRows: { page: number; document_id: string; name: string }[] = await sql(
      `${pageCampaign.table} as pc`,
    )
      .join(`${campaigns} as c`, 'c.id', `pc.${pageCampaign.to}`)
      .whereIn(`pc.${pageCampaign.from}`, ids)
      .select(`pc.${pageCampaign.from} as page`, 'c.document_id', 'c.name');
    const campaignOf = new Map(
      campaignRows.map(({ page, document_id: documentId, name }) => [page, { documentId, name }]),
    );
    const waiting = new Set<number>(
      await sql(`${pages} as d`).whereIn('d.id', ids).whereExists(waits.clone()).pluck('d.id'),
    );
    return rows.map((row) => ({
      documentId: row.document_id,
      slug: row.slug,
      campaign: campaignOf.get(row.id) ?? { documentId: '', name: '' },
      state: stateOf(row, waiting.has(row.id)),
      createdAt: toDate(row.created_at).toISOString(),
      updatedAt: toDate(row.updated_at).toISOString(),
      publishedAt: row.live_published_at === null ? null : toDate(row.live_published_at).toISOString(),
    }));
  };

  return async (selection: Selection, options: ListOptions): Promise<PageList> => {
    const ids = await campaignIds(selection);
    const shown: ListRow[] = [];
    let cursor = options.cursor;
    for (;;) {
      const rows =
        ids.length === 0 ? [] : await read(selection, ids, { ...options, cursor, limit: options.limit + 1 });
      const lets = await allowed(
        selection.narrowing,
        rows.map(({ id }) => id),
      );
      for (const row of rows) {
        if (shown.length === options.limit) {
          return { pages: await toItems(shown), nextCursor: cursor && toText(cursor) };
        }
        cursor = { slug: row.slug, documentId: row.document_id };
        if (lets(row.id)) shown.push(row);
      }
      if (rows.length <= options.limit) return { pages: await toItems(shown), nextCursor: null };
    }
  };
};

const stateOf = (row: ListRow, isWaiting: boolean): PageState => {
  if (row.live_updated_at === null) return isWaiting ? 'waiting' : 'draft';
  return toMilliseconds(row.updated_at) > toMilliseconds(row.live_updated_at) ? 'changed' : 'live';
};

const toText = ({ slug, documentId }: Cursor): string =>
  Buffer.from(JSON.stringify([slug, documentId])).toString('base64url');

/** @returns null for a text that is no cursor */
export const parseCursor = (text: string): Cursor | null => {
  try {
    const [slug, documentId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof documentId !== 'string' || documentId.includes('\0')) return null;
    return slug === null || (typeof slug === 'string' && !slug.includes('\0')) ? { slug, documentId } : null;
  } catch {
    return null;
  }
};
