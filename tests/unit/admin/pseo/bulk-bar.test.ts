/** @jest-environment jsdom */
import { renderPanel } from '../shared/rendered-panel';

const post = jest.fn<Promise<unknown>, [path: string, body: object]>();
const mockClient = { post };
jest.mock('@strapi/strapi/admin', () => ({
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));

// Their types are those of a browser, which tests do not have.
const PANEL = '../../../../src/plugins/content-delivery/admin/src';
const { BulkBar } = jest.requireActual<{ BulkBar(props: object): unknown }>(`${PANEL}/pseo/pages/BulkBar`);
const { useSend } = jest.requireActual<{ useSend(): object }>(`${PANEL}/shared/api/use-send`);
const Bar = (props: object) => BulkBar({ ...props, sending: useSend() });

describe('a change of many pages', () => {
  const [onClear, onSent] = [jest.fn(), jest.fn()];
  const all = { kind: 'all', filter: { website: 'w1' }, count: 100 };
  let panel: ReturnType<typeof renderPanel>;
  const remove = async (selection: object): Promise<void> => {
    await panel.render(Bar, {
      selection,
      total: 100,
      mayRename: false,
      mayPublish: true,
      onSelectAll: jest.fn(),
      onClear,
      onSent,
    });
    await panel.press('pseo.bulk.delete');
    await panel.press('pseo.bulk.delete');
    expect(post).toHaveBeenCalledTimes(1);
  };

  beforeEach(() => {
    for (const mock of [post, onClear, onSent]) mock.mockReset();
    post.mockResolvedValue({ data: { data: {} } });
    panel = renderPanel();
  });
  afterEach(() => panel.leave());

  it('says with a filter how many were selected', async () => {
    await remove(all);
    expect(post.mock.calls[0]?.[1]).toEqual({ action: 'delete', filter: { website: 'w1' }, expected: 100 });
    expect([onClear.mock.calls.length, onSent.mock.calls.length]).toEqual([1, 1]);
  });

  it('names those that were selected one by one', async () => {
    await remove({ kind: 'some', website: 'w1', pages: ['a'] });
    expect(post.mock.calls[0]?.[1]).toEqual({ action: 'delete', website: 'w1', pages: ['a'] });
  });

  it.each([
    ['was refused', { message: 'There are more.', response: { data: { error: {} } } }, 'There are more.'],
    ['got no answer', new Error(), 'no-answer'],
  ])('that %s keeps the selection, says why, and is followed by a new look', async (_name, error, said) => {
    post.mockRejectedValue(error);
    await remove(all);
    expect([onClear.mock.calls.length, onSent.mock.calls.length]).toEqual([0, 1]);
    expect(panel.alerts()).toEqual([expect.stringContaining(said)]);
  });
});
