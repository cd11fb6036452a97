import fc from 'fast-check';
import type { ChangeType } from '../../../../src/plugins/content-delivery/contracts/delivery';
import {
  createOrders,
  type Orders,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/orders';
import type { PlaceSource } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/place-source';
import type { State } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import { byCodeUnit } from '../../../../src/plugins/content-delivery/server/src/platform/database/values';
import type { DeliverySnapshot } from '../../../../src/plugins/content-delivery/server/src/delivery/queries';

interface Place {
  documentId: string;
  at: number;
}
interface Row {
  type: ChangeType;
  entry: string | null;
}
/** The content at a revision of the website, and what happened since another one. */
interface Moment {
  revision: number;
  places: Record<string, number>;
  rows?: Row[];
  logStart?: number;
  /** Names the newest change before this one's rows. */
  lastChange?: string;
  now?: number;
  everything?: number;
  history?: number;
  withholds?: boolean;
  due?: Record<string, number>;
  filter?: string;
  website?: string;
  /** Ends the reading of some entries. */
  held?: Promise<void>;
}

const compare = (a: Place, b: Place): number => a.at - b.at || byCodeUnit(a.documentId, b.documentId);
const placesOf = (places: Record<string, number>): Place[] =>
  Object.entries(places)
    .map(([documentId, at]) => ({ documentId, at }))
    .sort(compare);
const post = (entry: string | null): Row => ({ type: 'post', entry });

describe('the order of a list', () => {
  let orders: Orders;
  /** What was read: all, some entries, or those that are due. */
  let reads: string[];

  beforeEach(() => {
    orders = createOrders();
    reads = [];
  });

  const readAt = ({ revision, places, rows = [], now = 0, due = {}, filter = '', ...more }: Moment) => {
    const { everything = 0, history = 0, withholds = false, website = 'website' } = more;
    const state = {
      website: { id: 1, documentId: website, withholdsScheduled: withholds },
      revisions: [revision, 0, everything, history],
    } as unknown as State;
    const snapshot = {
      now: new Date(now),
      logStart: async () => more.logStart ?? 0,
      changesSince: async () => rows,
      lastChange: async () => more.lastChange ?? '',
    } as unknown as DeliverySnapshot;
    const source: PlaceSource<Place> = {
      type: 'post',
      whole: new Set(['website']),
      filter,
      compare,
      async all() {
        reads.push('all');
        return placesOf(places);
      },
      async some(entries) {
        reads.push(`some ${entries.join(' ')}`);
        await more.held;
        return placesOf(places).filter(({ documentId }) => entries.includes(documentId));
      },
      async due() {
        reads.push('due');
        return placesOf(due);
      },
    };
    return orders.read(snapshot, state, source, (found) =>
      found.map(({ documentId }) => documentId).join(''),
    );
  };

  it('is read once, and kept for its website and filter', async () => {
    expect(await readAt({ revision: 1, places: { b: 2, a: 1 } })).toBe('ab');
    expect(await readAt({ revision: 1, places: {} })).toBe('ab');
    expect(reads).toEqual(['all']);
    expect(await readAt({ revision: 1, places: { a: 1 }, filter: 'tea' })).toBe('a');
    expect(await readAt({ revision: 1, places: { b: 1 }, website: 'other' })).toBe('b');
    expect(reads).toEqual(['all', 'all', 'all']);
    expect(await readAt({ revision: 1, places: {}, filter: 'tea' })).toBe('a');
    expect(await readAt({ revision: 1, places: {} })).toBe('ab');
  });

  it('follows what is changed, added, moved and gone, each once', async () => {
    await readAt({ revision: 1, places: { a: 1, b: 2, c: 3 } });
    const rows = [post('a'), post('b'), post('d'), post('a')];
    expect(await readAt({ revision: 5, places: { c: 3, a: 4, d: 0 }, rows })).toBe('dca');
    expect(reads).toEqual(['all', 'some a b d']);
  });

  it.each<[string, Partial<Moment>, 'kept' | 'not kept']>([
    ['more was changed than the log keeps', { logStart: 2 }, 'kept'],
    ['a row concerns each entry', { rows: [{ type: 'website', entry: null }] }, 'kept'],
    ['many entries were changed at once', { rows: [post(null)] }, 'kept'],
    ['the log gives the first of more rows', { rows: Array.from({ length: 501 }, () => post('a')) }, 'kept'],
    ['a database was restored', { history: 1 }, 'kept'],
    ['everything was changed', { everything: 1 }, 'kept'],
    ['the website shows posts another way', { withholds: true }, 'kept'],
    ['the revision is lower, as on a server that is behind', { revision: 0 }, 'not kept'],
    ['what it had read last is not in the log any more', { lastChange: 'another' }, 'kept'],
    ['the clock was set back', { now: -1 }, 'kept'],
  ])('is read whole where %s', async (_name, differing, becomes) => {
    await readAt({ revision: 1, places: { a: 1 } });
    const moment = { revision: 3, places: { b: 1 }, ...differing };
    expect(await readAt(moment)).toBe('b');
    expect(reads).toEqual(['all', 'all']);
    expect(await readAt(moment)).toBe('b');
    expect(reads.includes('all', 2)).toBe(becomes === 'not kept');
  });

  it('has posts from their date on, without a write', async () => {
    const site = { withholds: true };
    await readAt({ ...site, revision: 1, places: { a: 1, c: 3 } });
    expect(await readAt({ ...site, revision: 1, places: {}, now: 5, due: { b: 2, c: 3 } })).toBe('abc');
    expect(reads).toEqual(['all', 'due']);
    expect(await readAt({ revision: 1, places: { x: 1 }, due: { b: 2 } })).toBe('x');
    expect(await readAt({ revision: 1, places: {}, due: { b: 2 } })).toBe('x');
  });

  it('has a post once that has come due and was changed as well', async () => {
    const site = { withholds: true };
    await readAt({ ...site, revision: 1, places: { a: 1 } });
    const places = { a: 1, b: 2 };
    expect(await readAt({ ...site, revision: 2, places, rows: [post('b')], due: { b: 2 } })).toBe('ab');
  });

  it('of an older state does not take the place of a newer one', async () => {
    await readAt({ revision: 5, places: { a: 1, b: 2 } });
    expect(await readAt({ revision: 3, places: { a: 1 } })).toBe('a');
    expect(await readAt({ revision: 5, places: {} })).toBe('ab');
    expect(reads).toEqual(['all', 'all']);
    // But what another database has is newer, whatever its number.
    expect(await readAt({ revision: 3, places: { c: 1 }, history: 2 })).toBe('c');
    expect(await readAt({ revision: 3, places: {}, history: 2 })).toBe('c');
  });

  describe('while another request reads it', () => {
    const hold = () => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      return { held, release: () => release() };
    };

    it('takes what the other one has found', async () => {
      await readAt({ revision: 1, places: { a: 1 } });
      const { held, release } = hold();
      const slow = readAt({ revision: 2, places: { a: 1, b: 2 }, rows: [post('b')], held });
      expect(await readAt({ revision: 2, places: { a: 1, b: 2 }, rows: [post('b')] })).toBe('ab');
      release();
      expect(await slow).toBe('ab');
      expect(reads).toEqual(['all', 'some b', 'some b']);
    });

    it('is as it was at its own revision where the other one is ahead', async () => {
      await readAt({ revision: 1, places: { a: 1 } });
      const { held, release } = hold();
      const slow = readAt({ revision: 2, places: { a: 1, b: 2 }, rows: [post('b')], held });
      expect(await readAt({ revision: 3, places: { a: 1, b: 2, c: 3 }, rows: [post('b'), post('c')] })).toBe(
        'abc',
      );
      release();
      expect(await slow).toBe('ab');
      expect(await readAt({ revision: 3, places: {} })).toBe('abc');
    });

    it('is not mixed with one that was read whole meanwhile', async () => {
      await readAt({ revision: 1, places: { a: 1 } });
      const { held, release } = hold();
      const slow = readAt({ revision: 2, places: { b: 2 }, rows: [post('b')], held });
      await readAt({ revision: 2, places: { c: 1, d: 2 }, history: 1 });
      release();
      expect(await slow).toBe('b');
    });

    it('has posts that came due for the other one', async () => {
      const site = { withholds: true, revision: 1 };
      await readAt({ ...site, places: { a: 1 } });
      const { held, release } = hold();
      const slow = readAt({ ...site, revision: 2, places: { b: 2, a: 1 }, rows: [post('b')], now: 4, held });
      expect(await readAt({ ...site, places: {}, now: 3, due: { c: 3 } })).toBe('ac');
      release();
      expect(await slow).toBe('abc');
    });

    it('is read whole in the end', async () => {
      await readAt({ revision: 1, places: { a: 1 } });
      let revision = 2;
      const overtaking = {
        then: (go: () => void) =>
          void readAt({ revision: revision++, places: { a: 1 }, rows: [post('a')] }).then(go),
      } as unknown as Promise<void>;
      expect(await readAt({ revision: 9, places: { a: 1, z: 9 }, rows: [post('z')], held: overtaking })).toBe(
        'az',
      );
      expect(reads.filter((read) => read === 'some z')).toHaveLength(3);
      expect(reads.at(-1)).toBe('all');
    });
  });

  it('is what reading all of it would give, after whatever changes', async () => {
    const change = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.option(fc.nat(3)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        orders = createOrders();
        const places: Record<string, number> = {};
        for (const [round, changes] of rounds.entries()) {
          for (const [name, at] of changes) {
            if (at === null) Reflect.deleteProperty(places, name);
            else places[name] = at;
          }
          const rows = changes.map(([name]) => post(name));
          const expected = placesOf(places)
            .map(({ documentId }) => documentId)
            .join('');
          expect(await readAt({ revision: round + 1, places, rows })).toBe(expected);
        }
      }),
    );
  });
});
