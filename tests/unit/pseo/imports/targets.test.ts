import fc from 'fast-check';
import {
  combination,
  combinationsOf,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/rows';
import {
  checkedChoices,
  normalName,
  suggestTargets,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/targets';

const variable = (name: string) => ({ to: 'variable' as const, name });

describe('columns', () => {
  it.each([
    ['Meta Title', 'metatitle'],
    ['meta_title', 'metatitle'],
    ['  Größe (cm)', 'großecm'],
    ['Élan', 'elan'],
    ['都市', '都市'],
  ])('named %p are known as %p', (name, normal) => expect(normalName(name)).toBe(normal));

  it('are matched to variables first, then to texts of the page, each once', () => {
    expect(
      suggestTargets(
        ['City', 'city', 'Meta Title', 'URL', 'slug', 'x', 'HTML'],
        ['city', 'slug', 'zip_code'],
      ),
    ).toEqual([
      null,
      variable('city'),
      { to: 'metaTitle' },
      { to: 'slug' },
      variable('slug'),
      null,
      { to: 'html' },
    ]);
    expect(suggestTargets(['Zip code', 'zip-code'], ['zip_code'])).toEqual([variable('zip_code'), null]);
  });

  it('never have a target twice', () => {
    const name = fc.constantFrom('city', 'City', 'slug', 'URL', 'path', 'html', 'Body', 'a', 'A');
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (columns, variables) => {
        const targets = suggestTargets(columns, variables).flatMap((target) =>
          target ? [JSON.stringify(target)] : [],
        );
        expect(new Set(targets).size).toBe(targets.length);
      }),
    );
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
    [null, /Choose how/],
  ])('that go to %p are refused', (choices, words) => {
    const columns = [
      { name: 'one', values: 2 },
      { name: 'two', values: null },
    ];
    expect(() => checkedChoices(choices, columns, 5)).toThrow(words);
  });
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
