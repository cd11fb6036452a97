/** @jest-environment jsdom */
import { renderPanel } from './shared/rendered-panel';

jest.mock('react-intl', () => ({
  useIntl: () => ({
    formatMessage: ({ id }: { id: string }, values?: object) =>
      [id.replace('content-delivery.', ''), ...Object.values(values ?? {})].join(' '),
  }),
}));

// Its types are those of a browser, which tests do not have.
const { FoundPosts } = jest.requireActual<Record<string, unknown>>(
  '../../../src/plugins/content-delivery/admin/src/replacements/FoundPosts',
);

type Kept = ReadonlyMap<string, ReadonlySet<string> | null>;

const place = (key: string) => ({ key, kind: 'text', version: 'draft', before: '', found: 'a', after: '' });
const post = (more: number) => ({
  documentId: 'p',
  title: 'Guide',
  website: 'W',
  isLive: false,
  places: [place('1'), place('2')],
  more,
});

describe('a post with places that would change', () => {
  let page: ReturnType<typeof renderPanel>;
  let kept: Kept;
  const render = (more: number): Promise<void> =>
    page.render(FoundPosts, {
      posts: [post(more)],
      replacement: 'b',
      kept,
      onKeep: (next: Kept) => {
        kept = next;
      },
    });
  const press = async (name: string, more: number): Promise<unknown> => {
    await page.press(name, '[role=checkbox]');
    await render(more);
    return kept.get('p');
  };
  const saysMore = () => page.text().includes('replace.more-places 3');

  beforeEach(() => {
    kept = new Map();
    page = renderPanel();
  });
  afterEach(() => page.leave());

  it('that are all listed, changes those alone that are ticked', async () => {
    await render(0);
    await press('replace.place 1 Guide', 0);
    expect(await press('replace.place 2 Guide', 0)).toBeNull();
    expect(await press('replace.place 1 Guide', 0)).toEqual(new Set(['2']));
  });

  it('that are not all listed, changes as a whole or not at all', async () => {
    await render(3);
    expect(saysMore()).toBe(true);
    kept = new Map([['p', null]]);
    await render(3);
    expect(saysMore()).toBe(false);
    expect(await press('replace.place 1 Guide', 3)).toEqual(new Set());
    expect(saysMore()).toBe(true);
    expect(await press('replace.place 1 Guide', 3)).toEqual(new Set(['1']));
  });
});
