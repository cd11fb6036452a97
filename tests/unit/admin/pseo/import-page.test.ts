/** @jest-environment jsdom */
import { renderPanel } from '../shared/rendered-panel';

const PANEL = '../../../../src/plugins/content-delivery/admin/src';
const get = jest.fn<Promise<unknown>, [path: string]>();
const post = jest.fn<Promise<unknown>, [path: string]>();
const mockClient = { get, post };
jest.mock('@strapi/strapi/admin', () => ({
  Page: { Loading: () => null },
  adminApi: { enhanceEndpoints: () => ({ injectEndpoints: () => ({}) }) },
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));
jest.mock('../../../../src/plugins/content-delivery/admin/src/pseo/PseoPage', () => ({
  PseoPage: ({ children }: { children: unknown }) => children,
}));
jest.mock('../../../../src/plugins/content-delivery/admin/src/shared/permissions', () => ({
  usePagePermissions: () => ({ mayPublish: true }),
}));
// Its types are those of a browser, which tests do not have.
const { ImportPage } = jest.requireActual<{ ImportPage: unknown }>(`${PANEL}/pseo/import/ImportPage`);

const progress = (state: string) => ({
  state,
  done: 3,
  total: 9,
  message: null,
  startedAt: null,
  finishedAt: null,
});
const importThat = (state: string) => ({
  data: {
    data: {
      documentId: 'i1',
      name: 'rows.csv',
      campaign: { documentId: 'c1', name: 'Campaign' },
      website: { documentId: 'w1', name: 'Website' },
      rowCount: 9,
      columns: [],
      check: null,
      run: { ...progress(state), report: {} },
    },
  },
});

describe('an import', () => {
  it('is looked at again when it was not stopped', async () => {
    const panel = renderPanel();
    get.mockResolvedValue(importThat('running'));
    await panel.render(ImportPage, {});
    const asked = get.mock.calls.length;
    post.mockRejectedValue({ message: 'It has ended.', response: { data: { error: {} } } });
    await panel.press('stop');
    expect(get).toHaveBeenCalledTimes(asked + 1);
    expect(panel.alerts()).toEqual(['It has ended.']);
    await panel.leave();
  });
});
