/** @jest-environment jsdom */
import { act } from './shared/rendered-hook';
import { renderPanel } from './shared/rendered-panel';

const mockAsked: string[] = [];
const mockClient = {
  get: (path: string) => {
    mockAsked.push(path.replace(/^.*bin/, ''));
    return Promise.resolve({ data: { data: { entries: [], next: '50' } } });
  },
};
jest.mock('@strapi/strapi/admin', () => ({
  adminApi: { enhanceEndpoints: () => ({ injectEndpoints: () => ({}) }) },
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));
jest.mock('react-intl', () => ({
  useIntl: () => ({ formatMessage: ({ id }: { id: string }) => id.replace('content-delivery.', '') }),
}));
jest.mock('../../../src/plugins/content-delivery/admin/src/shared/PanelPage', () => ({
  PanelPage: ({ children }: { children: unknown }) => children,
}));
jest.mock('../../../src/plugins/content-delivery/admin/src/website-switch/ShownWebsiteNote', () => ({
  ShownWebsiteNote: () => null,
}));

// Their types are those of a browser, which tests do not have.
const { BinPage } = jest.requireActual<Record<string, unknown>>(
  '../../../src/plugins/content-delivery/admin/src/bin/BinPage',
);
const { showWebsite } = jest.requireActual<{ showWebsite(website: object): void }>(
  '../../../src/plugins/content-delivery/admin/src/shared/shown-website',
);

it('the bin begins with the first part when another website is shown', async () => {
  const page = renderPanel();
  await page.render(BinPage, {});
  await page.press('earlier-parts.earlier');
  await act(() => showWebsite({ documentId: 'w', name: 'W', account: null }));
  expect(mockAsked).toEqual(['', '?before=50', '?website=w']);
  await page.leave();
});
