import type { Change } from '../../../../src/plugins/content-delivery/contracts/delivery';
import {
  createOrders,
  type Orders,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/orders';
import { postList } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/posts';
import { pageList } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/pseo-pages';
import type { State } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import type { DeliverySnapshot } from '../../../../src/plugins/content-delivery/server/src/delivery/queries';

type Row = Pick<Change, 'type'> & { entry: string | null };

const ALL = ['a', 'b', 'c', 'd'];
const WEBSITE = { id: 1, documentId: 'website', withholdsScheduled: false, language: null };

describe('a part of a list that is narrowed', () => {
  let orders: Orders;
  /** What was read to find it: all places, or those of some entries. */
  let reads: ('all' | string[])[];
  beforeEach(() => {
    orders = createOrders();
    reads = [];
  });

  const read = (entries: readonly string[] = ALL) => {
    reads.push(entries === ALL ? 'all' : [...entries]);
    return Promise.resolve(
      entries.map((documentId, id) => ({ id, documentId, at: id, slug: documentId, bytes: 0 })),
    );
  };
  const snapshotWith = (rows: Row[]) =>
    ({
      now: new Date(0),
      logStart: async () => 0,
      changesSince: async () => rows,
      lastChange: async () => '',
      filteredPostPlaces: (_website: unknown, _terms: unknown, entries?: readonly string[]) => read(entries),
      pagePlaces: () => read(),
      placesOfPages: (_website: unknown, entries: readonly string[]) => read(entries),
    }) as unknown as DeliverySnapshot;
  const stateAt = (revision: number) =>
    ({ website: WEBSITE, revisions: [revision, 0, 0, 0] }) as unknown as State;

  const ask = {
    posts: (revision: number, rows: Row[] = [], tag = 'tea') =>
      postList({ route: 'blog', limit: 2, tag }, stateAt(revision), snapshotWith(rows), '', orders),
    pages: (revision: number, rows: Row[] = [], campaignId = 'campaign') =>
      pageList(
        { route: 'pseo-pages', limit: 2, campaignId },
        stateAt(revision),
        snapshotWith(rows),
        {} as never,
        orders,
      ),
  };
  const KINDS = [
    ['posts', 'post'],
    ['pages', 'pseo-page'],
  ] as const;

  it.each(KINDS)(
    'of %s is found in an order that is read once, and follows what has changed',
    async (what, type) => {
      expect((await ask[what](1)).headers).toMatchObject({ 'X-Total-Count': '4' });
      await ask[what](1);
      expect(reads).toEqual(['all']);
      await ask[what](2, [{ type, entry: 'b' }]);
      expect(reads.slice(1)).toEqual([['b']]);
      await ask[what](3, [{ type: 'internal-links', entry: null }]);
      expect(reads.slice(2)).toEqual([]);
      // Another list has an order of its own.
      await ask[what](3, [], 'other');
      expect(reads.slice(2)).toEqual(['all']);
    },
  );

  it.each([
    ['posts', 'taxonomies'],
    ['posts', 'website'],
    ['pages', 'campaign'],
    ['pages', 'website'],
  ] as const)('of %s is read whole where a row of %s may concern each entry', async (what, type) => {
    await ask[what](1);
    await ask[what](2, [{ type, entry: null }]);
    expect(reads).toEqual(['all', 'all']);
  });
});
