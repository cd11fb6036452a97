import {
  bothSides,
  broughtBack,
  changesOf,
  notStored,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/changes';
import type { CopyDatabase } from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/local-copies';
import { createKeeper } from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/keeper';
import { createLocalCopies } from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/local-copies';
import type { UnsavedForm } from '../../../../src/plugins/content-delivery/contracts/unsaved-work';

const NO_SECRETS = new Set<string>();

describe('unsaved changes', () => {
  const opened = { title: 'One', slug: null, apiKey: null };

  it('are the fields that were changed, with what they were, and without secrets', () => {
    const typed = { title: 'Two', slug: '', apiKey: 'key' };
    expect(changesOf(opened, typed, new Set(['apiKey']))).toEqual({
      title: { from: 'One', to: 'Two' },
      slug: { from: null, to: '' },
    });
  });

  it('are nothing once they are stored', () => {
    const changes = changesOf(opened, { ...opened, title: 'Two', slug: 'two' }, NO_SECRETS);
    expect(notStored(changes, { title: 'Two', slug: null })).toEqual({ slug: { from: null, to: 'two' } });
  });

  it('stand on top of what is in the form, beside what others have saved', () => {
    const changes = changesOf(opened, { ...opened, title: 'Two' }, NO_SECRETS);
    const stored = { title: 'Three', slug: 'three' };
    expect(bothSides(changes, stored)).toEqual({
      opened: { title: 'One', slug: 'three' },
      mine: { title: 'Two', slug: 'three' },
    });
    expect(broughtBack(changes, stored)).toEqual({ title: 'Two', slug: 'three' });
  });

  it('are joined with what others have saved in other passages', () => {
    const changes = changesOf(
      { content: '<p>A</p><p>B</p>' },
      { content: '<p>mine</p><p>B</p>' },
      NO_SECRETS,
    );
    expect(broughtBack(changes, { content: '<p>A</p><p>newer</p>' })).toEqual({
      content: '<p>mine</p><p>newer</p>',
    });
    expect(broughtBack(changes, { content: '<p>newer</p><p>B</p>' }, () => 'both')).toEqual({
      content: '<p>newer</p>\n<p>mine</p><p>B</p>',
    });
  });
});

describe('copies in the browser', () => {
  const createStorage = (room = Infinity) => {
    const items = new Map<string, string>();
    return {
      get length() {
        return items.size;
      },
      key: (index: number) => [...items.keys()][index] ?? null,
      getItem: (key: string) => items.get(key) ?? null,
      setItem(key: string, value: string) {
        if (value.length > room) throw new Error('QuotaExceededError');
        items.set(key, value);
      },
      removeItem: (key: string) => void items.delete(key),
    };
  };
  const work: UnsavedForm = { entry: 'abc', basedOn: null, changes: { title: { from: null, to: 'Two' } } };

  const createDatabase = () => {
    const items = new Map<string, string>();
    const database: CopyDatabase = {
      find: (prefix) =>
        Promise.resolve(
          [...items].filter(([key]) => key.startsWith(prefix)).map(([key, json]) => ({ key, json })),
        ),
      keep: ({ key, json }) => Promise.resolve(void items.set(key, json)),
      drop: (key) => Promise.resolve(void items.delete(key)),
    };
    return { items, database };
  };
  const refuse = () => Promise.reject(new Error('A private window'));
  const NONE: CopyDatabase = { find: refuse, keep: refuse, drop: refuse };

  it('are found by the same user on the same entry alone', async () => {
    const [storage, { database }] = [createStorage(), createDatabase()];
    const copiesOf = (user: string, entry: string | null) =>
      createLocalCopies(storage, database, user, 'api::post.post', entry);
    const own = copiesOf('1', 'abc');
    expect(await own.keep('f1', work)).toBe(true);
    expect(await own.find()).toMatchObject([
      { form: 'f1', entry: 'abc', changes: work.changes },
      { form: 'f1', entry: 'abc', changes: work.changes },
    ]);
    expect(await copiesOf('2', 'abc').find()).toEqual([]);
    expect(await copiesOf('1', 'ab').find()).toEqual([]);
    expect(await copiesOf('1', null).find()).toEqual([]);
    own.drop('f1');
    expect(await own.find()).toEqual([]);
  });

  it('are found in either place, when a browser was killed or has no database', async () => {
    const { database } = createDatabase();
    await createLocalCopies(createStorage(), database, '1', 'm', 'abc').keep('f1', work);
    expect(await createLocalCopies(createStorage(), database, '1', 'm', 'abc').find()).toHaveLength(1);
    const storage = createStorage();
    const own = createLocalCopies(storage, NONE, '1', 'm', 'abc');
    expect(await own.keep('f1', work)).toBe(true);
    expect(await own.find()).toHaveLength(1);
  });

  it('keep what was there without room for more', async () => {
    const storage = createStorage(150);
    const own = createLocalCopies(storage, NONE, '1', 'm', 'abc');
    await own.keep('f1', work);
    const longer = { ...work, changes: { title: { from: null, to: 'Two'.repeat(50) } } };
    expect(await own.keep('f1', longer)).toBe(false);
    expect(await own.find()).toMatchObject([{ changes: work.changes }]);
    const { database } = createDatabase();
    const both = createLocalCopies(storage, database, '1', 'm', 'abc');
    expect(await both.keep('f1', longer)).toBe(true);
    expect((await both.find()).map(({ changes }) => changes)).toContainEqual(longer.changes);
  });

  it('go when they are damaged, or nobody came back for them in 30 days', async () => {
    const [storage, { items, database }] = [createStorage(), createDatabase()];
    const own = createLocalCopies(storage, database, '1', 'm', 'abc');
    await own.keep('f1', work);
    storage.setItem(storage.key(0) as string, '{"cha');
    expect((await createLocalCopies(storage, NONE, '1', 'm', 'abc').find()).length).toBe(0);
    await own.keep('f1', work, new Date(Date.now() - 31 * 86_400_000).toISOString());
    await own.keep('f2', work, new Date(Date.now() - 31 * 86_400_000).toISOString());
    // Whatever is opened then.
    await createLocalCopies(storage, database, '2', 'm', null).find();
    expect([storage.length, items.size]).toEqual([0, 0]);
  });
});

describe('the keeper of a form', () => {
  const createParts = () => {
    const local = new Map<string, UnsavedForm>();
    const server = new Map<string, UnsavedForm>();
    const state = {
      text: 'a',
      isReachable: true,
      isSilent: false,
      hasRoom: true,
      refusal: null as object | null,
    };
    const told: unknown[] = [];
    const where: unknown[] = [];
    const read = (): UnsavedForm => ({
      entry: null,
      basedOn: null,
      changes: { title: { from: null, to: state.text } },
    });
    const keeper = createKeeper(
      'f1',
      read,
      {
        keep: (form, work) => {
          local.set(form, work);
          return Promise.resolve(state.hasRoom);
        },
        drop: (form) => void local.delete(form),
      },
      {
        keep: (form, work) =>
          state.refusal
            ? Promise.reject(state.refusal as Error)
            : state.isSilent
              ? new Promise(() => undefined)
              : state.isReachable
                ? Promise.resolve(server.set(form, work))
                : Promise.reject(new TypeError('Failed to fetch')),
        drop: (form) => Promise.resolve(server.delete(form)),
      },
      (notKept) => told.push(notKept),
      (place) => where.push(place),
    );
    const kept = (copies: Map<string, UnsavedForm>) => copies.get('f1')?.changes['title']?.to;
    /** A key, and so many milliseconds after it. */
    const touch = async (milliseconds: number): Promise<void> => {
      keeper.touch();
      await jest.advanceTimersByTimeAsync(milliseconds);
    };
    return { keeper, touch, state, told, where, local: () => kept(local), server: () => kept(server) };
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps also while somebody types without a pause, and relieves the browser once the server has it', async () => {
    const { touch, state, local, server } = createParts();
    for (let key = 0; key < 30; key += 1) {
      state.text += 'b';
      await touch(100);
    }
    expect(String(server()).length).toBeGreaterThan(15);
    expect(String(local() ?? server()).length).toBeGreaterThan(27);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(server()).toBe(state.text);
    expect(local()).toBeUndefined();
  });

  it('keeps in the browser what the server cannot get, until it can', async () => {
    const { keeper, touch, state, local, server } = createParts();
    state.isReachable = false;
    await touch(60_000);
    expect([local(), server()]).toEqual(['a', undefined]);
    state.isReachable = true;
    keeper.retry();
    await jest.advanceTimersByTimeAsync(100);
    expect([local(), server()]).toEqual([undefined, 'a']);
  });

  it('keeps in the browser what the server refuses, says so, and does not send it again and again', async () => {
    const { touch, state, told, local, server } = createParts();
    await touch(3_000);
    expect(told).toEqual([null]);
    state.refusal = { status: 413 };
    state.text = 'long';
    await touch(3_000);
    state.refusal = { response: { data: { error: { status: 413, details: { reason: 'full' } } } } };
    for (let key = 0; key < 50; key += 1) {
      state.text += 'b';
      await touch(1_000);
    }
    expect([local(), server()]).toEqual([state.text, 'a']);
    state.hasRoom = false;
    await touch(15_000);
    expect(told).toEqual([
      null,
      { reason: 'too large', isNowhere: false },
      { reason: 'full', isNowhere: true },
    ]);
    state.refusal = null;
    await touch(61_000);
    expect([told.at(-1), local(), server()]).toEqual([null, undefined, state.text]);
  });

  it('says where what is typed is kept, and nothing once it is saved', async () => {
    const { keeper, touch, state, where } = createParts();
    await touch(3_000);
    expect(where).toEqual(['server']);
    state.isReachable = false;
    await touch(3_000);
    expect(where.at(-1)).toBe('browser');
    state.hasRoom = false;
    await touch(30_000);
    expect(where.at(-1)).toBeNull();
    state.isReachable = true;
    keeper.touch();
    // Saved before the server has answered.
    await Promise.all([jest.advanceTimersByTimeAsync(30_000), keeper.drop()]);
    expect(where.at(-1)).toBeNull();
    state.refusal = { status: 413 };
    await touch(3_000);
    expect(where.at(-1)).toBeNull();
  });

  it('keeps the last key of a page that goes, and nothing of what is saved', async () => {
    const { keeper, state, local, server } = createParts();
    keeper.touch();
    state.text = 'last';
    keeper.touch();
    keeper.flush();
    expect(local()).toBe('last');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(server()).toBe('last');
    await keeper.drop();
    expect([local(), server()]).toEqual([undefined, undefined]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([local(), server()]).toEqual([undefined, undefined]);
  });

  it('has a copy with the first key after a save, and before a request that gets no answer', async () => {
    const { keeper, touch, state, local } = createParts();
    keeper.touch();
    expect(local()).toBe('a');
    await keeper.drop();
    expect(local()).toBeUndefined();
    state.text = 'b';
    keeper.touch();
    expect(local()).toBe('b');
    state.isSilent = true;
    await jest.advanceTimersByTimeAsync(1_990);
    state.text = 'c';
    await touch(300);
    expect(local()).toBe('c');
  });

  it('goes on at another place once a new entry is stored', async () => {
    const { keeper, state, local, server } = createParts();
    keeper.touch();
    const moved = new Map<string, UnsavedForm>();
    state.text = 'typed since';
    keeper.moveTo({
      keep: (form, work) => Promise.resolve(Boolean(moved.set(form, work))),
      drop: (form) => void moved.delete(form),
    });
    expect([local(), moved.get('f1')?.changes['title']?.to]).toEqual([undefined, 'typed since']);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([server(), moved.size]).toEqual(['typed since', 0]);
  });
});
