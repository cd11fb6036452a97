/** @jest-environment jsdom */
import { act, renderHook } from './shared/rendered-hook';

const mockNavigate = jest.fn<void, [to: { search: string }, options: object]>();
const mockSwitchWebsite = jest.fn<void, [website: object | null]>();
let mockLocation = { pathname: '', search: '' };
jest.mock('react-router-dom', () => ({
  useLocation: () => mockLocation,
  useNavigate: () => mockNavigate,
}));
jest.mock('../../../src/plugins/content-delivery/admin/src/website-switch/lists', () => ({
  useSwitchWebsiteMutation: () => [mockSwitchWebsite],
}));

// Its types are those of a browser, which tests do not have.
const { useSwitch } = jest.requireActual<{ useSwitch(): (website: object | null) => void }>(
  '../../../src/plugins/content-delivery/admin/src/website-switch/use-switch',
);

const WEBSITE = { documentId: 'w', name: 'W', account: null };

it.each([
  ['/plugins/content-delivery/pseo/pages', '?website=v&campaign=c&state=live', ['state=live']],
  ['/plugins/content-delivery/links', '?account=a&website=v&kind=dead-link', ['kind=dead-link']],
  ['/plugins/content-delivery/pseo/pages', '?search=x', []],
  // These do not show the website of the panel.
  ['/plugins/content-delivery/activity', '?website=v', []],
  ['/plugins/content-delivery/pseo/imports', '?campaign=c', []],
  ['/content-manager/collection-types/api::post.post', '?page=3&sort=title:ASC', ['sort=title%3AASC']],
])('switching the website at %s%s leaves %j', async (pathname, search, expected) => {
  mockNavigate.mockReset();
  mockLocation = { pathname, search };
  const hook = renderHook(useSwitch);
  await hook.render(undefined);
  await act(() => hook.latest()(WEBSITE));
  expect(mockSwitchWebsite).toHaveBeenLastCalledWith(WEBSITE);
  expect(mockNavigate.mock.calls.map(([to]) => to.search)).toEqual(expected);
  await hook.unmount();
});
