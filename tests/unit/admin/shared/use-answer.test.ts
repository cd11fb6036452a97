/** @jest-environment jsdom */
import { act, renderHook } from './rendered-hook';

interface Asked {
  answer: unknown;
  problem: string | null;
  isLoading: boolean;
  reload(): void;
}

const get = jest.fn<Promise<{ data: unknown }>, [path: string]>();
const mockClient = { get };

jest.mock('@strapi/strapi/admin', () => ({
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));

// Its types are those of a browser, which tests do not have.
const { useAnswer } = jest.requireActual<{ useAnswer(path: string | null): Asked }>(
  '../../../../src/plugins/content-delivery/admin/src/shared/api/use-answer',
);

const refused = (message: string) => Object.assign(new Error(message), { status: 403 });

describe('what a route answers', () => {
  let asked: ReturnType<typeof renderHook<string | null, Asked>>;

  beforeEach(() => {
    asked = renderHook(useAnswer);
    get.mockReset();
  });
  afterEach(() => asked.unmount());

  it('is not refused because the route before was', async () => {
    get.mockImplementation((path) =>
      path === '/a' ? Promise.reject(refused('Not this one.')) : new Promise(() => undefined),
    );
    await asked.render('/a');
    expect(asked.latest()).toMatchObject({ problem: 'Not this one.', isLoading: false });

    await asked.render('/b');
    expect(asked.latest()).toMatchObject({ problem: null, isLoading: true });

    await asked.render('/a');
    await asked.render(null);
    expect(asked.latest()).toMatchObject({ problem: null, isLoading: false });
  });

  it('stays beside the reason why it could not be asked for again', async () => {
    get.mockResolvedValueOnce({ data: 'first' }).mockRejectedValue(refused('Not any more.'));
    await asked.render('/a');
    await act(() => asked.latest().reload());
    expect(asked.latest()).toMatchObject({ answer: 'first', problem: 'Not any more.', isLoading: false });
  });
});
