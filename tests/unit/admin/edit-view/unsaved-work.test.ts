import {
  bothSides,
  broughtBack,
  changesOf,
  notStored,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/changes';
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

  it('are found by the same user on the same entry alone', () => {
    const storage = createStorage();
    const own = createLocalCopies(storage, '1', 'api::post.post', 'abc');
    own.keep('f1', work);
    expect(own.find()).toMatchObject([{ form: 'f1', entry: 'abc', changes: work.changes }]);
    expect(createLocalCopies(storage, '2', 'api::post.post', 'abc').find()).toEqual([]);
    expect(createLocalCopies(storage, '1', 'api::post.post', 'ab').find()).toEqual([]);
    expect(createLocalCopies(storage, '1', 'api::post.post', null).find()).toEqual([]);
    own.drop('f1');
    expect(own.find()).toEqual([]);
  });

  it('do not fail without room, and are not found when they are damaged', () => {
    const full = createLocalCopies(createStorage(10), '1', 'm', 'abc');
    full.keep('f1', work);
    expect(full.find()).toEqual([]);
    const storage = createStorage();
    const own = createLocalCopies(storage, '1', 'm', 'abc');
    own.keep('f1', work);
    storage.setItem(storage.key(0) as string, '{"cha');
    expect(own.find()).toEqual([]);
  });
});

describe('the keeper of a form', () => {
  const createParts = () => {
    const local = new Map<string, UnsavedForm>();
    const server = new Map<string, UnsavedForm>();
    const state = { text: 'a', isReachable: true };
    const read = (): UnsavedForm => ({
      entry: null,
      basedOn: null,
      changes: { title: { from: null, to: state.text } },
    });
    const keeper = createKeeper(
      'f1',
      read,
      {
        find: () => [],
        keep: (form, work) => void local.set(form, work),
        drop: (form) => void local.delete(form),
      },
      {
        find: () => Promise.resolve([]),
        keep: (form, work) =>
          state.isReachable
            ? Promise.resolve(server.set(form, work))
            : Promise.reject(new TypeError('Failed to fetch')),
        drop: (form) => Promise.resolve(server.delete(form)),
      },
    );
    const kept = (copies: Map<string, UnsavedForm>) => copies.get('f1')?.changes['title']?.to;
    return { keeper, state, local: () => kept(local), server: () => kept(server) };
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps also while somebody types without a pause, and relieves the browser once the server has it', async () => {
    const { keeper, state, local, server } = createParts();
    for (let key = 0; key < 30; key += 1) {
      state.text += 'b';
      keeper.touch();
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(String(server()).length).toBeGreaterThan(15);
    expect(String(local() ?? server()).length).toBeGreaterThan(27);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(server()).toBe(state.text);
    expect(local()).toBeUndefined();
  });

  it('keeps in the browser what the server cannot get, until it can', async () => {
    const { keeper, state, local, server } = createParts();
    state.isReachable = false;
    keeper.touch();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([local(), server()]).toEqual(['a', undefined]);
    state.isReachable = true;
    keeper.retry();
    await jest.advanceTimersByTimeAsync(100);
    expect([local(), server()]).toEqual([undefined, 'a']);
  });

  it('keeps the last key of a page that goes, and nothing of what is saved', async () => {
    const { keeper, state, local, server } = createParts();
    keeper.touch();
    state.text = 'last';
    keeper.flush();
    expect(local()).toBe('last');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(server()).toBe('last');
    await keeper.drop();
    expect([local(), server()]).toEqual([undefined, undefined]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([local(), server()]).toEqual([undefined, undefined]);
  });
});
