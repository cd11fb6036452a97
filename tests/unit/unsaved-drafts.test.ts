import {
  draftKey,
  dropDraftsOf,
  keepDraft,
  NEW_ENTRY,
  readDraft,
} from '../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/drafts';

const POST = 'api::post.post';
const draft = { values: { title: 'Typed' }, basedOn: null, keptAt: '2026-11-21T12:00:00.000Z' };

/** A store like a browser's, which refuses what is too large. */
const storeWithRoomFor = (characters: number) => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    keys: () => [...items.keys()],
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > characters) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
};

describe('unsaved work', () => {
  let store: ReturnType<typeof storeWithRoomFor>;
  beforeEach(() => {
    store = storeWithRoomFor(10_000);
  });

  it('is found again, by the same user at the same entry only', () => {
    const key = draftKey('1', POST, 'document');
    expect(keepDraft(store, key, draft)).toBe(true);
    expect(readDraft(store, key)).toEqual(draft);
    for (const other of [
      draftKey('2', POST, 'document'),
      draftKey('1', POST, 'document-2'),
      draftKey('1', 'api::tag.tag', 'document'),
    ]) {
      expect(readDraft(store, other)).toBeNull();
    }
  });

  it('is gone once the entry is saved; that of other entries stays', () => {
    const kept = [draftKey('1', POST, 'another'), draftKey('1', POST, NEW_ENTRY)];
    for (const key of [draftKey('1', POST, 'document'), draftKey('2', POST, 'document'), ...kept]) {
      keepDraft(store, key, draft);
    }
    dropDraftsOf(store, POST, 'document');
    expect(store.keys().sort()).toEqual(kept.sort());
    dropDraftsOf(store, POST, undefined);
    expect(store.keys()).toEqual([kept[0]]);
  });

  it.each(['', 'no JSON', '1', 'null', '{}', '{"values":null,"keptAt":"now"}'])(
    'is taken for none when %j is found',
    (text) => {
      store.setItem('key', text);
      expect(readDraft(store, 'key')).toBeNull();
    },
  );

  it('is not kept where there is no room, and leaves nothing outdated behind', () => {
    const key = draftKey('1', POST, 'document');
    keepDraft(store, key, draft);
    const full = {
      ...draft,
      values: { content: 'x'.repeat(20_000) },
    };
    expect(keepDraft(store, key, full)).toBe(false);
    expect(readDraft(store, key)).toBeNull();
  });
});
