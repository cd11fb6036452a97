import fc from 'fast-check';
import {
  PAGE_FIELDS,
  type ImportTarget,
} from '../../../../src/plugins/content-delivery/contracts/pseo-imports';
import {
  chosenTwice,
  countPages,
  fromOption,
  pageOfRow,
  problemWith,
  toOption,
  variablesWithoutColumn,
} from '../../../../src/plugins/content-delivery/admin/src/pseo/import/targets';

const variable = (name: string): ImportTarget => ({ to: 'variable', name });
const column = (name: string, values: number | null = 1) => ({ name, values });

describe('where columns go', () => {
  it('comes back from an option as it went in, whatever a variable is called', () => {
    const target: fc.Arbitrary<ImportTarget | null> = fc.oneof(
      fc.constant(null),
      fc.string().map(variable),
      fc.constantFrom(...PAGE_FIELDS.map((to): ImportTarget => ({ to }))),
    );
    fc.assert(fc.property(target, (one) => expect(fromOption(toOption(one))).toEqual(one)));
  });

  it('tells a variable from a field of the same name', () => {
    expect(toOption(variable('slug'))).not.toBe(toOption({ to: 'slug' }));
  });

  it('names variables that nothing gives', () => {
    const variables = [
      { name: 'city', usedIn: ['slug' as const, 'html' as const] },
      { name: 'text', usedIn: ['html' as const] },
    ];
    expect(variablesWithoutColumn(variables, [variable('city'), null]).map(({ name }) => name)).toEqual([
      'text',
    ]);
    // The only text that uses it is given by a column.
    expect(variablesWithoutColumn(variables, [variable('city'), { to: 'html' }])).toEqual([]);
  });

  it('makes variables and texts of a row; empty cells give nothing', () => {
    const targets = [variable('city'), { to: 'metaTitle' } as const, null, variable('text')];
    expect(pageOfRow(['Berlin', 'Title', 'x', null], targets)).toEqual({
      variables: { city: 'Berlin' },
      texts: { metaTitle: 'Title' },
    });
  });

  it('finds two columns that become the same; two that are left out do not', () => {
    expect(chosenTwice([variable('a'), variable('a'), null, null])).toEqual(new Set(['variable:a']));
    expect(chosenTwice([variable('slug'), { to: 'slug' }])).toEqual(new Set());
  });

  it('counts rows, and combinations of the columns that are imported', () => {
    const columns = [column('city', 3), column('service', 4), column('note', null)];
    const targets = [variable('city'), variable('service'), null];
    expect(countPages('rows', columns, targets, 7)).toBe(7);
    expect(countPages('combinations', columns, targets, 7)).toBe(12);
    expect(countPages('combinations', columns, [...targets.slice(0, 2), variable('note')], 7)).toBeNull();
  });

  it.each([
    ['rows', [null, null], 5, 'nothing'],
    ['rows', [variable('a'), variable('a')], 5, 'twice'],
    ['rows', [variable('a'), null], 0, 'none-to-make'],
    ['combinations', [variable('a'), variable('b')], 5, 'no-list'],
  ] as const)('says what stands in the way: %s %j', (mode, targets, rows, kind) => {
    expect(problemWith(mode, [column('a', 2), column('b', null)], targets, rows)).toEqual({ kind });
  });

  it('says when there would be too many pages, and how many', () => {
    const columns = [column('a', 1_000), column('b', 1_000)];
    expect(problemWith('combinations', columns, [variable('a'), variable('b')], 1_000)).toEqual({
      kind: 'too-many',
      count: 1_000_000,
    });
    expect(problemWith('rows', columns, [variable('a'), variable('b')], 1_000)).toBeNull();
  });
});
