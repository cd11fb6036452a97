import knex from 'knex';
import { batchesBySize } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/batches';
import { internalLinkQueries } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/internal-links';
import {
  comparePlaces,
  newestFirst,
} from '../../../../src/plugins/content-delivery/server/src/delivery/queries/live-posts';
import { taxonomyQueries } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/taxonomies';

const sql = knex({ client: 'better-sqlite3', useNullAsDefault: true });
/** Any table and link has a name. */
const tables = new Proxy(
  {},
  { get: (_, name) => Object.assign(String(name), { table: String(name), from: 'from', to: 'to' }) },
);
const snapshotOf = (rows: object[]) => ({ rows: async () => rows }) as never;
const WEBSITE = { id: 1 } as never;
const early = new Date(1);
const late = new Date(2);

describe('what equal entries are ordered by', () => {
  it('in lists of posts, and in the order of their parts', () => {
    const row = (document_id: string, publish_date: Date | null) => ({
      id: 1,
      document_id,
      created_at: early,
      publish_date,
    });
    const rows = [row('c', null), row('b', late), row('a', late), row('B', early)];
    expect(newestFirst(rows).map(({ document_id }) => document_id)).toEqual(['a', 'b', 'B', 'c']);
    const places = [
      { documentId: 'b', at: 1 },
      { documentId: 'a', at: 1 },
      { documentId: 'c', at: 2 },
    ];
    expect(places.sort(comparePlaces).map(({ documentId }) => documentId)).toEqual(['c', 'a', 'b']);
  });

  it('in taxonomies', async () => {
    const term = (document_id: string, name: string) => ({ id: 1, document_id, name });
    const { taxonomies } = taxonomyQueries(sql, tables as never);
    const { tags } = await taxonomies(
      snapshotOf([term('z', 'b'), term('y', 'a'), term('x', 'a'), term('w', 'B')]),
      WEBSITE,
    );
    expect(tags.map(({ documentId }) => documentId)).toEqual(['w', 'x', 'y', 'z']);
  });

  it('in link rules', async () => {
    const link = (document_id: string, created_at: Date) => ({
      document_id,
      created_at,
      keyword: '',
      url: document_id,
    });
    const { internalLinks } = internalLinkQueries(sql, tables as never);
    const links = await internalLinks(
      snapshotOf([link('c', late), link('b', early), link('a', early)]),
      WEBSITE,
    );
    expect(links.map(({ url }) => url)).toEqual(['a', 'b', 'c']);
  });
});

describe('batches of rows', () => {
  const sizesOf = (count: number, bytes?: number): number[] =>
    [...batchesBySize(Array.from({ length: count }, (_, id) => ({ id, ...(bytes && { bytes }) })))].map(
      (ids) => ids.length,
    );

  it('have at most 250 rows, and end with what brings them to four megabytes', () => {
    expect(sizesOf(0)).toEqual([]);
    expect(sizesOf(250)).toEqual([250]);
    expect(sizesOf(501)).toEqual([250, 250, 1]);
    expect(sizesOf(5, 2 * 1024 * 1024)).toEqual([2, 2, 1]);
    expect(sizesOf(2, 2 * 1024 * 1024)).toEqual([2]);
    expect(sizesOf(3, 2 * 1024 * 1024 - 1)).toEqual([3]);
  });

  it('have each row once, in order', () => {
    const rows = Array.from({ length: 600 }, (_, id) => ({ id }));
    expect([...batchesBySize(rows)].flat()).toEqual(rows.map(({ id }) => id));
  });
});
