/** @jest-environment jsdom */
import { act, renderHook } from '../../shared/rendered-hook';

interface Pick {
  id: number;
  documentId: string;
  name: string;
}
interface SameNames {
  isBusy: boolean;
  takeSameNames(): void;
}

const mockAnswers: ((term: Pick | null) => void)[] = [];
jest.mock('@strapi/strapi/admin', () => ({ isBaseQueryError: () => false }));
jest.mock('../../../../../src/plugins/content-delivery/admin/src/inputs/terms/use-term-by-name', () => ({
  useTermByName: () => () => new Promise((resolve) => mockAnswers.push(resolve)),
}));
jest.mock('../../../../../src/plugins/content-delivery/admin/src/shared/text', () => ({
  useText: () => (key: string, values: { names: string }) => `${key} ${values.names}`,
}));
jest.mock('../../../../../src/plugins/content-delivery/admin/src/shared/lists', () => ({
  useList: () => (parts: string[]) => parts.join(', '),
  useQuote: () => (part: string) => part,
}));

// Its types are those of a browser, which tests do not have.
const { useSameNames } = jest.requireActual<{ useSameNames(of: object, mayCreate: boolean): SameNames }>(
  '../../../../../src/plugins/content-delivery/admin/src/inputs/terms/use-same-names',
);

describe('terms of the same names on the website of the post', () => {
  let picks: Pick[];
  let problem: string | null;
  let hook: ReturnType<typeof renderHook<Pick[], SameNames>>;
  const term = (documentId: string, name: string): Pick => ({ id: 1, documentId, name });
  const [foreignFilter, foreignMilk] = [term('filter-there', 'Filter'), term('milk-there', 'Milk')];

  const render = () => hook.render(picks);
  const answer = (found: Pick | null) => act(() => mockAnswers.shift()?.(found));

  beforeEach(async () => {
    picks = [foreignFilter, foreignMilk];
    problem = null;
    hook = renderHook((now) =>
      useSameNames(
        {
          kind: 'tag',
          website: 'here',
          picks: now,
          foreign: now.filter(({ documentId }) => documentId.endsWith('there')),
          asPick: (pick: Pick) => pick,
          setProblem: (next: string | null) => (problem = next),
          change: (next: Pick[]) => (picks = next),
        },
        true,
      ),
    );
    await render();
    await act(() => hook.latest().takeSameNames());
  });
  afterEach(() => hook.unmount());

  it('replace those that are foreign, beside what was picked meanwhile', async () => {
    await answer(term('filter', 'Filter'));
    picks = [foreignFilter, foreignMilk, term('new', 'New'), term('filter', 'Filter')];
    await render();
    await answer(term('milk', 'Milk'));
    expect(picks.map(({ documentId }) => documentId)).toEqual(['filter', 'milk', 'new']);
    expect(hook.latest().isBusy).toBe(false);
  });

  it('are missed only where they are still picked', async () => {
    await answer(null);
    picks = [foreignFilter];
    await render();
    await answer(null);
    expect([picks, problem]).toEqual([[foreignFilter], 'terms.not-on-website Filter']);
  });
});
