import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ChangeType } from '../../../../src/plugins/content-delivery/contracts/delivery';
import { jsonOf } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/json';
import {
  outlineIn,
  renewalOf,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/renew';
import type { State } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import type { DeliverySnapshot } from '../../../../src/plugins/content-delivery/server/src/delivery/queries';
import { gzipInBlocks } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/gzip-blocks';
import type {
  CacheEntry,
  Outline,
} from '../../../../src/plugins/content-delivery/server/src/freshness/cache/entry';
import { ticksDuring } from '../../../support/ticks';

interface Item {
  documentId: string;
  at: number;
  text: string;
}
interface Row {
  type: ChangeType;
  entry: string | null;
}

const compare = (a: Item, b: Item): number => a.at - b.at || (a.documentId < b.documentId ? -1 : 1);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

const listOf = (items: ReadonlyMap<string, Item>): Item[] => [...items.values()].sort(compare);
/** Long enough that some items are a block when they are compressed. */
const toJson = ({ documentId, text }: Item) => ({ documentId, text: text + documentId.repeat(30_000) });

/** One moment of a list whose entries are known, and what its change log says. */
const momentOf = (
  items: ReadonlyMap<string, Item>,
  revision: number,
  rows: readonly Row[] = [],
  due: readonly string[] = [],
) => {
  const read: string[] = [];
  const now = new Date(revision);
  const snapshot = {
    now,
    logStart: async () => 0,
    changesSince: async () => rows,
    lastChange: async () => '',
  } as unknown as DeliverySnapshot;
  const state = {
    website: { id: 1, withholdsScheduled: true },
    revisions: [revision, 0, 0, 0],
  } as unknown as State;
  const renew = renewalOf<Item>(
    snapshot,
    state,
    {
      type: 'post',
      whole: new Set(['website']),
      filter: '',
      compare,
      all: async () => listOf(items),
      some: async (entries) => entries.flatMap((entry) => items.get(entry) ?? []),
      due: async () => due.flatMap((entry) => items.get(entry) ?? []),
    },
    async function* (places) {
      read.push(...places.map(({ documentId }) => documentId));
      const found = places.flatMap(({ documentId }) => items.get(documentId) ?? []);
      yield () => found.map(toJson);
    },
  );
  const entryWith = ({ bytes, outline }: { bytes: Buffer; outline: Outline }) =>
    ({ identity: { bytes, etag: '' }, outline, revisions: state.revisions }) as unknown as CacheEntry & {
      outline: Outline;
    };
  const entry = async () => {
    const { bytes, starts } = jsonOf(listOf(items).map(toJson));
    const outline = (await outlineIn(snapshot, state, listOf(items)))(starts);
    if (!outline) throw new Error('The list has no outline.');
    return entryWith({ bytes, outline });
  };
  const renewed = async (before: CacheEntry) => {
    const make = await renew(before);
    if (!make) throw new Error('The list is not made of the one before.');
    return make();
  };
  return { renew, renewed, entry, entryWith, read };
};

const itemsOf = (...ids: string[]): Map<string, Item> =>
  new Map(ids.map((documentId, at) => [documentId, { documentId, at, text: documentId }]));
const TWO = itemsOf('a', 'b');
const changed = (entry: string): Row => ({ type: 'post', entry });

describe('a list is made of its version before', () => {
  it('byte for byte as it would be made anew, again and again', async () => {
    const change = fc.record({
      documentId: fc.constantFrom(...IDS),
      item: fc.option(fc.record({ at: fc.nat(3), text: fc.string({ unit: 'grapheme', maxLength: 6 }) })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        const items = new Map<string, Item>();
        let before = await momentOf(items, 1).entry();
        for (const [round, changes] of rounds.entries()) {
          for (const { documentId, item } of changes) {
            if (item) items.set(documentId, { documentId, ...item });
            else items.delete(documentId);
          }
          const rows = changes.map(({ documentId }) => changed(documentId));
          const moment = momentOf(items, round + 2, rows);
          const { bytes, outline } = await moment.renewed(before);
          const anew = await moment.entry();
          expect(bytes.toString()).toBe(anew.identity.bytes.toString());
          expect({ ...outline, blocks: [] }).toEqual(anew.outline);
          const compressed = await gzipInBlocks(bytes, outline.starts, outline.blocks);
          expect(gunzipSync(compressed.bytes).equals(bytes)).toBe(true);
          const compressedAnew = await gzipInBlocks(bytes, outline.starts, []);
          expect(compressed.bytes.equals(compressedAnew.bytes)).toBe(true);
          before = moment.entryWith({ bytes, outline: { ...outline, blocks: compressed.blocks } });
        }
      }),
    );
  });

  it('or not at all where an item that has a place is not found', async () => {
    const items = new Map(TWO);
    const moment = momentOf(items, 2, [changed('a')]);
    jest.spyOn(items, 'get').mockReturnValueOnce(TWO.get('a')).mockReturnValueOnce(undefined);
    await expect(moment.renewed(await momentOf(TWO, 1).entry())).rejects.toThrow('was not found');
  });

  it('with what is compressed of the items that stay', async () => {
    // Each is a block by itself.
    const long = (documentId: string, at: number) => ({ documentId, at, text: 'x'.repeat(130_000) });
    const items = new Map(['a', 'b', 'c'].map((documentId, at) => [documentId, long(documentId, at)]));
    const before = await momentOf(items, 1).entry();
    const { starts } = before.outline;
    const { blocks } = await gzipInBlocks(before.identity.bytes, starts, []);
    before.outline.blocks = blocks;
    items.set('b', { documentId: 'b', at: 1, text: 'short' });
    const renewed = await momentOf(items, 2, [changed('b')]).renewed(before);
    const by = 'short'.length - 130_000;
    const [first, , third] = blocks;
    expect(renewed.outline.blocks).toEqual([
      first,
      { ...third, from: (third?.from ?? 0) + by, to: (third?.to ?? 0) + by },
    ]);
  });

  it('with what the clock has brought, once where it has changed as well', async () => {
    const before = await momentOf(itemsOf('a', 'b'), 1).entry();
    const moment = momentOf(itemsOf('a', 'b', 'c', 'd'), 2, [changed('c')], ['c', 'd']);
    const renewed = await moment.renewed(before);
    expect(renewed.outline.places.map(({ documentId }) => documentId)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('while others have their turn', async () => {
    const items = new Map(
      Array.from({ length: 64 }, (_, at) => {
        const documentId = String(at).padStart(2, '0');
        return [documentId, { documentId, at, text: 'x'.repeat(1_000_000) }] as const;
      }),
    );
    const before = await momentOf(items, 1).entry();
    const make = await momentOf(items, 2, [changed('01')]).renew(before);
    expect(await ticksDuring(async () => make?.())).toBeGreaterThan(2);
  });

  it('which reads what the change log names, and nothing else', async () => {
    const before = await momentOf(TWO, 1).entry();
    const items = new Map(TWO).set('b', { documentId: 'b', at: 1, text: 'new' });
    const { renewed, read } = momentOf(items, 2, [changed('b'), { type: 'internal-links', entry: null }]);
    await renewed(before);
    expect(read).toEqual(['b']);
  });

  it.each<[string, { of?: number; outline?: Partial<Outline> | null; rows?: Row[] }]>([
    ['something concerns each entry', { rows: [{ type: 'website', entry: null }] }],
    ['the log does not name the entry', { rows: [{ type: 'post', entry: null }] }],
    [
      'more have changed than are read one by one',
      { rows: Array.from({ length: 201 }, (_, i) => changed(String(i))) },
    ],
    ['the log gives the first of more rows', { rows: Array.from({ length: 501 }, () => changed('a')) }],
    ['the one before is newer', { of: 3 }],
    ['the one before is newer, though the clock was set back since', { of: 3, outline: { at: new Date(0) } }],
    ['the one before has no outline', { outline: null }],
    ['the clock was set back', { outline: { at: new Date(9) } }],
    ['all that is delivered has changed', { outline: { context: 'other' } }],
    ['what it had read last is not in the log any more', { outline: { lastChange: 'another' } }],
  ])('but not where %s', async (_case, { of = 1, outline = {}, rows = [] }) => {
    const { outline: whole, ...entry } = await momentOf(TWO, of).entry();
    const before = { ...entry, outline: outline ? { ...whole, ...outline } : undefined };
    expect(await momentOf(TWO, 2, rows).renew(before)).toBeNull();
  });

  it('is not taken for one whose places are not known', async () => {
    const { starts } = jsonOf([1, 2]);
    const state = { website: {}, revisions: [] } as unknown as State;
    const snapshot = { now: new Date(), lastChange: async () => '' } as unknown as DeliverySnapshot;
    for (const places of [null, [{ documentId: 'a' }]])
      expect((await outlineIn(snapshot, state, places))(starts)).toBeUndefined();
  });
});
