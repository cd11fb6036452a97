/** @jest-environment jsdom */
import { renderPanel } from './rendered-panel';

jest.mock('react-intl', () => ({
  useIntl: () => ({ formatMessage: ({ id }: { id: string }) => id.replace(/^.*\./, '') }),
}));

// Its types are those of a browser, which tests do not have.
const { PartsPager } = jest.requireActual<Record<string, unknown>>(
  '../../../../src/plugins/content-delivery/admin/src/shared/PartsPager',
);

describe('the ways through a list that comes in parts', () => {
  let page: ReturnType<typeof renderPanel>;
  const onChange = jest.fn<void, [at: string]>();
  const render = (at: string, next?: string | null) => page.render(PartsPager, { at, next, onChange });
  const press = (name: string) => page.press(name);

  beforeEach(() => {
    onChange.mockReset();
    page = renderPanel();
  });
  afterEach(() => page.leave());

  it('are there once it is known that there are several', async () => {
    await render('');
    expect(page.text()).toBe('');
    await render('', null);
    expect(page.text()).toBe('');
    await render('', 'b');
    expect(page.text()).toBe('latestearlier');
    await render('', null);
    expect(page.text()).toBe('');
  });

  it('keep the focus while a part is awaited, and lead nowhere meanwhile', async () => {
    await render('', 'b');
    await press('earlier');
    await render('b');
    await press('earlier');
    expect(onChange.mock.calls).toEqual([['b']]);
    expect(page.focused().textContent).toBe('earlier');
    await render('b', null);
    expect(page.focused().textContent).toBe('earlier');

    await press('latest');
    await render('');
    await press('latest');
    expect(onChange.mock.calls).toEqual([['b'], ['']]);
    await render('', 'b');
    expect(page.focused().textContent).toBe('latest');
  });
});
