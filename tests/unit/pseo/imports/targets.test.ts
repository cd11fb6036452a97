import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {
  combination,
  combinationsOf,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/rows';
import {
  checkedChoices,
  normalName,
  matchTargets,
  plainName,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/targets';

const variable = (name: string) => ({ to: 'variable' as const, name });

describe('columns', () => {
  it.each([
    ['Meta Title', 'metatitle'],
    ['meta_title', 'metatitle'],
    ['meta-title', 'metatitle'],
    ['Élan', 'élan'],
    ['E\u0301lan', 'élan'],
    ['Größe (cm)', 'größe(cm)'],
  ])('named %p are known as %p', (name, plain) => expect(plainName(name)).toBe(plain));

  it.each([
    ['  Größe (cm)', 'großecm'],
    ['Élan', 'elan'],
    ['都市', '都市'],
  ])('named %p are like %p', (name, normal) => expect(normalName(name)).toBe(normal));

  it('are matched to variables first, then to texts of the page, each once', () => {
    expect(
      matchTargets(
        ['City', 'city', 'Meta Title', 'target-slug', 'slug', 'x', 'HTML', ''],
        ['city', 'slug', 'zip_code', '___'],
      ),
    ).toEqual({
      matched: [
        null,
        variable('city'),
        { to: 'metaTitle' },
        { to: 'targetSlug' },
        variable('slug'),
        null,
        { to: 'html' },
        null,
      ],
      suggested: Array.from({ length: 8 }, () => null),
    });
    expect(matchTargets(['Zip code', 'zip-code'], ['zip_code']).matched).toEqual([
      variable('zip_code'),
      null,
    ]);
  });

  it('are suggested and not matched where their names are only alike', () => {
    expect(
      matchTargets(
        ['name', 'city', 'url', 'content', 'Permalink', 'SEO title', 'Preis (€)', 'Elan', 'note'],
        ['name', 'city', 'preis', 'élan'],
      ),
    ).toEqual({
      matched: [variable('name'), variable('city'), null, null, null, null, null, null, null],
      suggested: [
        null,
        null,
        { to: 'slug' },
        { to: 'html' },
        null,
        { to: 'metaTitle' },
        variable('preis'),
        variable('élan'),
        null,
      ],
    });
    const file = path.join(__dirname, '../../../fixtures/pseo-files/business-url.csv');
    const [columns = ''] = readFileSync(file, 'utf8').split('\n');
    expect(matchTargets(columns.split(','), ['name', 'city'])).toEqual({
      matched: [variable('name'), variable('city'), null, null],
      suggested: [null, null, { to: 'slug' }, { to: 'html' }],
    });
    // What a column has by its name is not suggested for another one.
    expect(matchTargets(['url', 'slug', 'body'], []).suggested).toEqual([null, null, { to: 'html' }]);
  });

  it('never have a target twice', () => {
    const name = fc.constantFrom('city', 'City', 'slug', 'URL', 'path', 'html', 'Body', 'a', 'A', 'a!');
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (columns, variables) => {
        const { matched, suggested } = matchTargets(columns, variables);
        const targets = [...matched, ...suggested].flatMap((target) =>
          target ? [JSON.stringify(target)] : [],
        );
        expect(new Set(targets).size).toBe(targets.length);
        expect(matched.every((target, at) => target === null || suggested[at] === null)).toBe(true);
      }),
    );
  });

  it('that are combined have nothing but texts', () => {
    const columns = [
      { name: 'one', values: 2 },
      { name: 'geo', values: 1, unusable: 3 },
    ];
    const asked = (mode: string) =>
      checkedChoices({ mode, targets: [variable('a'), variable('b')] }, columns, 5);
    expect(() => asked('combinations')).toThrow(/The list "geo" has cells that are no texts.*: 3/);
    expect(asked('rows').total).toBe(5);
  });

  it.each([
    [{ mode: 'x', targets: [null, null] }, /Choose how pages are made/],
    [{ mode: 'rows', targets: [null] }, /2 columns/],
    [{ mode: 'rows', targets: [null, null] }, /No column/],
    [{ mode: 'rows', targets: [variable('a'), variable('a')] }, /both go to the variable "a"/],
    [{ mode: 'rows', targets: [{ to: 'status' }, null] }, /cannot go to "status"/],
    [{ mode: 'rows', targets: [{ to: 'variable', name: ' ' }, null] }, /Name the variable/],
    [
      { mode: 'combinations', targets: [variable('a'), variable('b')] },
      /The list "two" has more than 20,000/,
    ],
    [{ mode: 'rows', targets: [variable('a'), null], empty: [['-']] }, /each of the 2 columns/],
    [{ mode: 'rows', targets: [variable('a'), null], empty: [[1], null] }, /which texts count as empty/],
    [null, /Choose how/],
  ])('that go to %p are refused', (choices, words) => {
    const columns = [
      { name: 'one', values: 2 },
      { name: 'two', values: null },
    ];
    expect(() => checkedChoices(choices, columns, 5)).toThrow(words);
  });
});

it('keeps the texts that count as empty, without the spaces around them', () => {
  const columns = [
    { name: 'one', values: 2 },
    { name: 'two', values: 2 },
  ];
  const asked = { mode: 'rows', targets: [variable('a'), null], empty: [[' - ', 'N/A'], null] };
  expect(checkedChoices(asked, columns, 5).choices.empty).toEqual([['-', 'N/A'], null]);
});

describe('combinations', () => {
  it('are all there, each once', () => {
    const list = fc.option(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
        const total = combinationsOf(lists);
        const all = Array.from({ length: total }, (_, n) => JSON.stringify(combination(lists, n)));
        expect(new Set(all).size).toBe(total);
        expect(total).toBe(lists.reduce((product, one) => product * (one?.length ?? 1), 1));
        for (const cells of all) {
          (JSON.parse(cells) as (string | null)[]).forEach((cell, index) => {
            const from = lists[index];
            expect(from ? from.includes(cell ?? '') : cell === null).toBe(true);
          });
        }
      }),
    );
  });
});
