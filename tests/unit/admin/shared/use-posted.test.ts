/** @jest-environment jsdom */
import { act, renderHook } from './rendered-hook';

interface Asked {
  answer: unknown;
  latest: unknown;
  problem: string | null;
  latestProblem: string | null;
  reload(): void;
}

const post = jest.fn<Promise<{ data: unknown }>, [path: string, body: object]>();
const mockClient = { post };

jest.mock('@strapi/strapi/admin', () => ({
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));

// Its types are those of a browser, which tests do not have.
const { usePosted } = jest.requireActual<{
  usePosted(path: string, body: object | null, pause: number): Asked;
}>('../../../../src/plugins/content-delivery/admin/src/shared/api/use-posted');

const PAUSE = 400;

describe('what a route answers to a posted question', () => {
  let asked: ReturnType<typeof renderHook<object | null, Asked>>;
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

  beforeEach(() => {
    jest.useFakeTimers();
    asked = renderHook((body: object | null) => usePosted('/route', body, PAUSE));
    post.mockReset();
    post.mockImplementation((_path, body) => Promise.resolve({ data: { data: { to: body } } }));
  });
  afterEach(async () => {
    await asked.unmount();
    jest.useRealTimers();
  });

  it('is asked for once nothing has changed for a while', async () => {
    await asked.render({ text: 'a' });
    await pass(PAUSE - 1);
    await asked.render({ text: 'ab' });
    await pass(PAUSE - 1);
    expect(post).not.toHaveBeenCalled();

    await pass(1);
    expect(post.mock.calls.map(([, body]) => body)).toEqual([{ text: 'ab' }]);
    expect(asked.latest()).toMatchObject({ answer: { to: { text: 'ab' } }, problem: null });
  });

  it('is not asked for again for an equal question, but when it is to be loaded again', async () => {
    await asked.render({ text: 'a' });
    await pass(PAUSE);
    await asked.render({ text: 'a' });
    await pass(PAUSE);
    expect(post).toHaveBeenCalledTimes(1);

    await act(() => asked.latest().reload());
    expect(asked.latest()).toMatchObject({ answer: null, latest: { to: { text: 'a' } } });
    await pass(PAUSE);
    expect(post).toHaveBeenCalledTimes(2);
    expect(asked.latest()).toMatchObject({ answer: { to: { text: 'a' } } });
  });

  it('says of the question before what it was, until there is an answer', async () => {
    post.mockRejectedValueOnce(new Error('Not now.'));
    await asked.render({ text: 'a' });
    await pass(PAUSE);
    expect(asked.latest()).toMatchObject({ answer: null, problem: 'Not now.' });

    await asked.render({ text: 'b' });
    expect(asked.latest()).toMatchObject({ problem: null, latestProblem: 'Not now.' });
    await pass(PAUSE);
    expect(asked.latest()).toMatchObject({ answer: { to: { text: 'b' } }, latestProblem: null });

    await asked.render(null);
    await pass(PAUSE);
    expect(asked.latest()).toMatchObject({ answer: null, latest: { to: { text: 'b' } } });
    expect(post).toHaveBeenCalledTimes(2);
  });
});
