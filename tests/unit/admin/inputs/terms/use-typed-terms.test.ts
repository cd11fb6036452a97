/** @jest-environment jsdom */
import { act, renderHook } from '../../shared/rendered-hook';

interface Term {
  id: number;
  documentId: string;
  name: string;
}
interface Given {
  kind: 'tag' | 'category';
}
interface Typed {
  typed: string;
  setTyped(typed: string): void;
  finish(): Promise<boolean> | null;
}

/** What the server answers to each name, once it does. */
const mockAnswers = new Map<string, { give(term: Term): void; fail(): void }>();
const mockTermByName = (_website: string, name: string): Promise<Term> =>
  new Promise((resolve, reject) =>
    mockAnswers.set(name, { give: resolve, fail: () => reject(new Error('away')) }),
  );
jest.mock('@strapi/strapi/admin', () => ({ isBaseQueryError: () => false }));
jest.mock('../../../../../src/plugins/content-delivery/admin/src/inputs/terms/use-term-by-name', () => ({
  useTermByName: () => mockTermByName,
}));
jest.mock('../../../../../src/plugins/content-delivery/admin/src/shared/text', () => ({
  useText: () => (key: string, values: { name: string }) => `${key} ${values.name}`,
}));

// Its types are those of a browser, which tests do not have.
const { useTypedTerms } = jest.requireActual<{
  useTypedTerms(target: object, mayCreate: boolean): Typed;
}>('../../../../../src/plugins/content-delivery/admin/src/inputs/terms/use-typed-terms');

describe('a typed term that cannot be added', () => {
  let input: ReturnType<typeof renderHook<Given, Typed>>;
  let problem: string | null;
  const picked: string[] = [];

  const begin = async (given: Given) => {
    problem = null;
    picked.splice(0);
    mockAnswers.clear();
    input = renderHook(({ kind }) =>
      useTypedTerms(
        {
          kind,
          website: 'w',
          picked: [],
          onPick: ({ name }: Term) => picked.push(name),
          onProblem: (now: string | null) => (problem = now),
        },
        true,
      ),
    );
    await input.render(given);
  };
  const type = (typed: string) => act(() => input.latest().setTyped(typed));
  const enter = async (typed: string) => {
    await type(typed);
    await act(() => void input.latest().finish());
  };
  const fail = (name: string) => act(() => mockAnswers.get(name)?.fail());
  const give = (name: string) => act(() => mockAnswers.get(name)?.give({ id: 1, documentId: name, name }));
  afterEach(() => input.unmount());

  it('is in the input again before the tags that were typed since', async () => {
    await begin({ kind: 'tag' });
    await enter('One, Two');
    await type('Three');
    await fail('One');
    expect(input.latest().typed).toBe('One, Two, Three');
  });

  it('takes the place of no category that is being typed', async () => {
    await begin({ kind: 'category' });
    await enter('One');
    await type('Two');
    await fail('One');
    expect(input.latest().typed).toBe('Two');
  });

  it('is still said to be missing once the next one is added', async () => {
    await begin({ kind: 'tag' });
    await enter('One');
    await enter('Two');
    await fail('One');
    await give('Two');
    expect([picked, problem, input.latest().typed]).toEqual([['Two'], 'terms.not-created One', 'One']);
    await enter('One');
    expect(problem).toBeNull();
  });
});
