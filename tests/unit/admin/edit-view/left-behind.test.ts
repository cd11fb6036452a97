import { lookUntilAnswered } from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/look';
import {
  createServerCopies,
  type FetchClient,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/server-copies';

const clientOf = (answers: Record<string, unknown>): FetchClient => ({
  get: <Data>(url: string) => {
    const answer = answers[url.replace('/content-delivery/unsaved-work/', '')];
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ data: { data: answer } as Data });
  },
  put: () => Promise.resolve(),
  del: () => Promise.resolve(),
});
const failed = (status?: number) => Object.assign(new Error('failed'), { status });
const find = (answers: Record<string, unknown>) => createServerCopies(clientOf(answers), 'post', null).find();

describe('what is on the server', () => {
  it('is none where it has gone, and where nothing is kept for the user', async () => {
    const all = { post: [{ form: 'a' }, { form: 'b' }], 'post/a': failed(404), 'post/b': { form: 'b' } };
    expect(await find(all)).toEqual([{ form: 'b' }]);
    expect(await find({ post: failed(403) })).toEqual([]);
  });

  it.each([503, 429, 500, undefined])('is not known after a failure: %s', async (status) => {
    await expect(find({ post: failed(status) })).rejects.toThrow('failed');
    await expect(find({ post: [{ form: 'a' }], 'post/a': failed(status) })).rejects.toThrow('failed');
  });
});

describe('looking for it', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const look = (outcomes: ('fails' | string)[]) => {
    const browser = new EventTarget();
    const said: string[] = [];
    const ask = jest.fn(() => {
      const next = outcomes.shift() ?? 'fails';
      return next === 'fails' ? Promise.reject(new Error()) : Promise.resolve(next);
    });
    const stop = lookUntilAnswered(
      ask,
      (answer) => said.push(answer),
      () => said.push('failed'),
      browser,
    );
    return { said, ask, stop, browser };
  };

  it('goes on until there is an answer, and ends with it', async () => {
    const { said, ask, browser } = look(['fails', 'fails', 'found']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual(['failed', 'failed', 'found']);
    browser.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is tried at once when the browser is online again', async () => {
    const { said, stop, browser } = look(['fails', 'found']);
    await jest.advanceTimersByTimeAsync(0);
    browser.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(said).toEqual(['failed', 'found']);
    stop();
  });

  it('ends with the form', async () => {
    const { said, ask, stop } = look([]);
    await jest.advanceTimersByTimeAsync(0);
    stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual(['failed']);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
