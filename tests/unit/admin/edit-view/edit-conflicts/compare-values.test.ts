import { OPENED_VERSION } from '../../../../../src/plugins/content-delivery/contracts/editing';
import {
  chooseBy,
  choicesAt,
  countChoices,
  differencesOf,
  keyOf,
  placesToChoose,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/compare-values';
import { mergeValues } from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge';

const NOTHING = { connect: [], disconnect: [] };
const opened = {
  documentId: 'abc',
  title: 'A',
  slug: 'a',
  metaTitle: null,
  language: null,
  content: '<p>one</p><p>two</p><p>three</p>',
  tags: NOTHING,
  [OPENED_VERSION]: { savedAt: '1' },
};
const mine = {
  ...opened,
  title: 'Mine',
  slug: 'mine',
  language: 'de',
  content: '<p>my one</p><p>two</p><p>my three</p>',
  tags: { connect: [{ id: 1 }], disconnect: [] },
};
const newer = {
  ...opened,
  title: 'Newer',
  metaTitle: 'Newer',
  language: 'de',
  content: '<p>new one</p><p>new two</p><p>three</p>',
  [OPENED_VERSION]: { savedAt: '2' },
};
const differences = differencesOf(opened, mine, newer, (field) => field === 'tags');
const difference = (field: string) => {
  const found = differences.find((one) => one.field === field);
  if (!found) throw new Error(`There is no difference in ${field}.`);
  return found;
};

it('names the fields in which the form and the newer version differ, and who has changed them', () => {
  expect(differences.map(({ field, by }) => [field, by])).toEqual([
    ['title', 'both'],
    ['slug', 'me'],
    ['metaTitle', 'them'],
    ['content', 'both'],
    ['tags', 'me'],
  ]);
});

it('asks for a choice where both have changed the same, and leaves out nothing of a text unasked', () => {
  expect(['title', 'slug', 'content'].map((field) => placesToChoose(difference(field)))).toEqual([
    [0],
    [],
    [0],
  ]);
  expect(choicesAt(difference('title'), 0)).toEqual(['mine', 'newer']);
  expect(choicesAt(difference('content'), 0)).toEqual(['both', 'newer', 'mine']);
  expect(countChoices(differences, new Map())).toEqual({ mine: 1, newer: 0, both: 1 });
  expect(mergeValues(opened, mine, newer, chooseBy(differences, new Map()))).toEqual({
    ...newer,
    title: 'Mine',
    slug: 'mine',
    content: '<p>new one</p>\n<p>my one</p><p>new two</p><p>my three</p>',
    tags: mine.tags,
  });
});

it('takes what was chosen', () => {
  const choices = new Map([
    [keyOf('title', 0), 'newer' as const],
    [keyOf('content', 0), 'mine' as const],
  ]);
  expect(countChoices(differences, choices)).toEqual({ mine: 1, newer: 1, both: 0 });
  expect(mergeValues(opened, mine, newer, chooseBy(differences, choices))).toMatchObject({
    title: 'Newer',
    content: '<p>my one</p><p>new two</p><p>my three</p>',
  });
});
