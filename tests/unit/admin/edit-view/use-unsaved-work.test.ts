/** @jest-environment jsdom */
import {
  chooseBy,
  differencesOf,
  keyOf,
  type Choices,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/compare-values';
import type {
  Choose,
  Values,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge';
import { bothSides } from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/changes';
import type { UnsavedWork } from '../../../../src/plugins/content-delivery/contracts/unsaved-work';
import { act, renderHook } from '../shared/rendered-hook';

interface Used {
  offered: UnsavedWork | undefined;
  valuesNow(): Values;
  bringBack(work: UnsavedWork, now: Values, fields: ReadonlySet<string>, choose: Choose): void;
}

const stored = { title: 'A', content: '<p>one</p><p>two</p><p>three</p>' };
const work: UnsavedWork = {
  form: 'left',
  entry: 'abc',
  basedOn: null,
  keptAt: '2026-11-30T05:00:00.000Z',
  changes: {
    title: { from: 'A', to: 'B' },
    content: { from: stored.content, to: '<p>one</p><p>two</p><p>old three</p>' },
  },
};

let mockValues: Values = {};
const mockForm = {
  initialValues: stored,
  getValues: () => mockValues,
  setValues: (values: Values) => (mockValues = values),
};
const mockOwn = {
  id: 'own',
  local: { find: () => Promise.resolve([work]), drop: () => undefined },
  server: { find: () => Promise.resolve([]), drop: () => Promise.resolve() },
  keeper: { secure: () => Promise.resolve(true) },
  takeOver: () => undefined,
};
jest.mock('../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/use-kept-form', () => ({
  useKeptForm: () => ({ form: mockForm, own: mockOwn, leftBy: null, notKept: null }),
}));

// Its types are those of a browser, which tests do not have.
const { useUnsavedWork } = jest.requireActual<{ useUnsavedWork(): Used }>(
  '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/use-unsaved-work',
);

describe('what is brought back', () => {
  const typed = { title: 'C', content: '<p>new one</p><p>two</p><p>new three</p>' };
  let used: ReturnType<typeof renderHook<object, Used>>;

  beforeEach(async () => {
    mockValues = typed;
    used = renderHook<object, Used>(useUnsavedWork);
    await used.render({});
  });
  afterEach(() => used.unmount());

  /** As the dialog asks: about what is offered, beside what is in the form. */
  const ask = () => {
    const { offered, valuesNow } = used.latest();
    if (!offered) throw new Error('Nothing is offered.');
    const now = valuesNow();
    const { opened, mine } = bothSides(offered.changes, now);
    const differences = differencesOf(opened, mine, now, () => false);
    const fields = new Set(Object.keys(offered.changes));
    const bringBack = (choices: Choices) =>
      act(() => used.latest().bringBack(offered, now, fields, chooseBy(differences, choices)));
    return { differences, bringBack };
  };

  it('is shown beside what was typed since the form was opened, and does not replace it unasked', async () => {
    const { differences, bringBack } = ask();
    expect(differences.map(({ field, by, newer }) => [field, by, newer])).toEqual([
      ['title', 'both', 'C'],
      ['content', 'both', typed.content],
    ]);
    const place = differences[1]?.passages?.findIndex(({ by }) => by === 'both') ?? -1;
    await bringBack(
      new Map([
        [keyOf('title', 0), 'newer'],
        [keyOf('content', place), 'both'],
      ]),
    );
    expect(mockValues).toEqual({
      title: 'C',
      content: '<p>new one</p><p>two</p><p>new three</p>\n<p>old three</p>',
    });
  });

  it('leaves what has come into the form while the editor was asked', async () => {
    const { bringBack } = ask();
    mockValues = { ...typed, content: `<p><img src="/a.jpg"></p>${typed.content}` };
    await bringBack(new Map([[keyOf('content', 2), 'mine']]));
    expect(mockValues).toEqual({
      title: 'B',
      content: '<p><img src="/a.jpg"></p><p>new one</p><p>two</p><p>old three</p>',
    });
  });
});
