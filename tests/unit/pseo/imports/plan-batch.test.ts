import type { PageInput } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/candidate';
import { planBatch } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/plan-batch';
import type { SlugOwner } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/stored-pages';
import {
  createPageTexts,
  NO_TEXTS,
} from '../../../../src/plugins/content-delivery/server/src/pseo/templates/page-texts';
import { createTemplates } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';

const inputOf = (slug: string, a: string, faults: PageInput['faults'] = []): PageInput => ({
  position: 0,
  line: 2,
  slug,
  variables: { a },
  emptied: [],
  own: { slug },
  given: null,
  givenTarget: null,
  slashed: [],
  faults,
});

/** A page whose live version may say something else. */
const pageOf = (slug: string, draft: string, live: string | null): [string, SlugOwner] => {
  const rowOf = (a: string) => ({ ...NO_TEXTS, id: 1, slug, variables: { a } });
  const versions = { draft: rowOf(draft), live: live === null ? null : rowOf(live) };
  return [slug, { kind: 'page', page: { documentId: slug, createdAt: new Date(0), ...versions } }];
};

const OWNERS = new Map([
  pageOf('same', 'x', 'x'),
  pageOf('behind', 'x', 'old'),
  pageOf('draft', 'x', null),
  pageOf('changed', 'old', 'old'),
  ['taken', { kind: 'other', message: 'of another campaign' }] as [string, SlugOwner],
]);
const INPUTS = [
  ...['new', 'same', 'behind', 'draft', 'changed', 'taken'].map((slug) => inputOf(slug, 'x')),
  inputOf('faulty', 'x', [{ kind: 'address', message: 'of its own' }]),
];

describe('what becomes of the rows of a batch', () => {
  const planOf = async (inputs: PageInput[], publish: boolean, sawPages: boolean) => {
    const pageTexts = createPageTexts(createTemplates(), { htmlTemplate: '{{ a }}' });
    const batch = { pageTexts, publish, sawPages, yieldTurn: async () => undefined };
    const { creates, updates, skipped, same } = await planBatch(inputs, OWNERS, batch);
    return {
      creates: creates.map(({ slug }) => slug),
      updates: updates.map(({ page, changesDraft }) => [page.slug, changesDraft]),
      skipped: skipped.map(({ slug, detail }) => [slug, (detail as PageInput['faults'])[0]?.kind]),
      same,
    };
  };
  const skipped = [
    ['taken', 'slug-taken'],
    ['faulty', 'address'],
  ];

  it('is what their pages lack, live where they are to be published', async () => {
    expect(await planOf(INPUTS, false, true)).toEqual({
      creates: ['new'],
      updates: [['changed', true]],
      skipped,
      same: 3,
    });
    expect(await planOf(INPUTS, true, true)).toEqual({
      creates: ['new'],
      updates: [
        ['behind', false],
        ['draft', false],
        ['changed', true],
      ],
      skipped,
      same: 1,
    });
  });

  it('is tried again for new pages only where the check saw pages, one of which may have gone', async () => {
    const lacking = [inputOf('new', '')];
    expect(await planOf(lacking, true, false)).toMatchObject({ creates: ['new'], skipped: [] });
    expect(await planOf(lacking, true, true)).toMatchObject({
      creates: [],
      skipped: [['new', 'empty-result']],
    });
  });
});
