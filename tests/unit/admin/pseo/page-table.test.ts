/** @jest-environment jsdom */
import { act } from '../shared/rendered-hook';
import { renderPanel } from '../shared/rendered-panel';

interface Part {
  data: { data: { pages: object[]; nextCursor: string | null } };
}

const mockAsked: { cursor: string | null; answer(part: Part): void }[] = [];
const mockClient = {
  get: (path: string) =>
    new Promise<Part>((answer) =>
      mockAsked.push({ cursor: new URLSearchParams(path.split('?')[1]).get('cursor'), answer }),
    ),
};
jest.mock('@strapi/strapi/admin', () => ({
  adminApi: { enhanceEndpoints: () => ({ injectEndpoints: () => ({}) }) },
  useFetchClient: () => mockClient,
  useAPIErrorHandler: () => ({ formatAPIError: ({ message }: Error) => message }),
}));
jest.mock('react-intl', () => ({
  useIntl: () => ({
    formatMessage: ({ id }: { id: string }, values?: object) =>
      [id.replace('content-delivery.', ''), ...Object.values(values ?? {})].join(' '),
  }),
}));
jest.mock('../../../../src/plugins/content-delivery/admin/src/shared/moments/use-moments', () => ({
  useShortMoment: () => (at: string) => at,
}));

// Its types are those of a browser, which tests do not have.
const { PageTable } = jest.requireActual<Record<string, unknown>>(
  '../../../../src/plugins/content-delivery/admin/src/pseo/pages/PageTable',
);

const PAGE = { documentId: 'p', slug: 'p', campaign: { name: 'C' }, state: 'live', updatedAt: '' };
const [PREVIOUS, NEXT] = ['pseo.list.previous', 'pseo.list.next'];

describe('the list of pages, part by part', () => {
  let page: ReturnType<typeof renderPanel>;
  const answer = (nextCursor: string | null) =>
    act(() => mockAsked[mockAsked.length - 1]?.answer({ data: { data: { pages: [PAGE], nextCursor } } }));
  const asked = () => mockAsked.map(({ cursor }) => cursor);
  const part = () =>
    page.find('[role=status]').find(({ textContent }) => textContent === 'pseo.list.part 51 51 101');

  beforeEach(async () => {
    mockAsked.length = 0;
    page = renderPanel();
    const may = { mayChange: false, mayRename: false, mayPublish: false };
    await page.render(PageTable, { filter: { website: 'w' }, total: 101, showsCampaign: false, may });
    await answer('b');
  });
  afterEach(() => page.leave());

  it('goes one part further, however quickly one presses', async () => {
    await page.press(NEXT);
    await page.press(NEXT);
    expect(asked()).toEqual([null, 'b']);
    await answer('c');
    expect(part()).not.toBeNull();
    await page.press(NEXT);
    expect(asked()).toEqual([null, 'b', 'c']);
  });

  it('keeps the focus at each step, also where there is no further one', async () => {
    await page.press(NEXT);
    await answer(null);
    expect(page.focused().textContent).toBe(NEXT);
    await page.press(PREVIOUS);
    expect(page.focused().textContent).toBe(PREVIOUS);
    await answer('b');
    expect(page.focused().textContent).toBe(PREVIOUS);
    await page.press(PREVIOUS);
    expect(asked()).toEqual([null, 'b', null]);
  });
});
