import type { Knex } from 'knex';
import type { PageList, PageListItem, PageSort, PageState } from '../../../../contracts/pseo-pages';
import { toDate, toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import type { Selection, Selections } from './selection';

export interface ListOptions {
  sort: PageSort;
  limit: number;
  cursor: Cursor | null;
}

/** The last page of the part before: what it is sorted by (a slug, or milliseconds), and its documentId. */
export interface Cursor {
  value: string | number | null;
  id: string;
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

const COLUMNS = { slug: 'slug', createdAt: 'created_at', updatedAt: 'updated_at' } as const;

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

  /** Rows after the cursor. Pages without a slug come before all others, on every database. */
  const read = async (
    selection: Selection,
    ids: readonly number[],
    { sort, limit, cursor }: ListOptions,
  ): Promise<ListRow[]> => {
    const [name, direction] = sort.split(':') as [keyof typeof COLUMNS, 'asc' | 'desc'];
    const column = `d.${COLUMNS[name]}`;
    const [inclusive, after] = direction === 'asc' ? ['>=', '>'] : ['<=', '<'];
    const part = async (withValue: boolean, rest: number): Promise<ListRow[]> => {
      if (rest === 0) return [];
      const query = draftsOf(selection, ids);
      void (withValue ? query.whereNotNull(column) : query.whereNull(column));
      if (cursor && withValue === (cursor.value !== null)) {
        const { value, id } = cursor;
        const bound = name === 'slug' || value === null ? value : new Date(value);
        if (!withValue) void query.where('d.document_id', after, id);
        else {
          void query
            .where(column, inclusive, bound)
            .where((either) => either.where(column, after, bound).orWhere('d.document_id', after, id));
        }
      }
      return query
        .orderBy([
          { column, order: direction },
          { column: 'd.document_id', order: direction },
        ])
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
    const order = direction === 'asc' ? [false, true] : [true, false];
    const begin = cursor ? order.indexOf(cursor.value !== null) : 0;
    let rows: ListRow[] = [];
    for (const withValue of order.slice(begin))
      rows = [...rows, ...(await part(withValue, limit - rows.length))];
    return rows;
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
        cursor = cursorAt(row, options.sort);
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

const cursorAt = (row: ListRow, sort: PageSort): Cursor => {
  const id = row.document_id;
  if (sort.startsWith('slug')) return { value: row.slug, id };
  return { value: toMilliseconds(sort.startsWith('createdAt') ? row.created_at : row.updated_at), id };
};

const toText = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');

/** @returns null for a text that is no cursor of a list that is sorted so */
export const parseCursor = (text: string, sort: PageSort): Cursor | null => {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof id !== 'string' || id.includes('\0')) return null;
    if (!sort.startsWith('slug')) return Number.isSafeInteger(value) ? { value: value as number, id } : null;
    if (typeof value === 'string' && !value.includes('\0')) return { value, id };
    return value === null ? { value, id } : null;
  } catch {
    return null;
  }
};
