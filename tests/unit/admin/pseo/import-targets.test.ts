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
  suggestionFor,
  toOption,
  variablesWithoutColumn,
  withEmpty,
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

  it('are suggested until they go somewhere, or another column goes there', () => {
    const slug: ImportTarget = { to: 'slug' };
    const suggested = [null, slug];
    expect(suggestionFor(1, suggested, [null, null])).toEqual(slug);
    expect(suggestionFor(1, suggested, [slug, null])).toBeNull();
    expect(suggestionFor(1, suggested, [null, variable('x')])).toBeNull();
    expect(suggestionFor(0, suggested, [null, null])).toBeNull();
  });

  it('count the texts of a note as empty, beside what did so before', () => {
    const choices = { mode: 'rows' as const, targets: [null, variable('a')] };
    const note = { column: 'a', index: 1, kind: 'nothing' as const, count: 3, values: ['-', 'N/A'] };
    const once = withEmpty(choices, 2, note);
    expect(once).toEqual({ ...choices, empty: [null, ['-', 'N/A']] });
    expect(withEmpty(once, 2, { ...note, index: 0, values: ['null'] }).empty).toEqual([
      ['null'],
      ['-', 'N/A'],
    ]);
    expect(withEmpty(once, 2, { ...note, values: ['-', '#REF!'] }).empty).toEqual([
      null,
      ['-', 'N/A', '#REF!'],
    ]);
  });

  it('tells a variable from a field of the same name', () => {
    expect(toOption(variable('slug'))).not.toBe(toOption({ to: 'slug' }));
  });

  it('names variables that nothing gives', () => {
    const variables = [
      { name: 'city', usedIn: ['slug' as const, 'html' as const], testedIn: [] },
      { name: 'text', usedIn: ['html' as const], testedIn: [] },
    ];
    expect(variablesWithoutColumn(variables, [variable('city'), null]).map(({ name }) => name)).toEqual([
      'text',
    ]);
    // The only text that uses it is given by a column.
    expect(variablesWithoutColumn(variables, [variable('city'), { to: 'html' }])).toEqual([]);
  });

  it('makes variables and texts of a row; empty cells give nothing', () => {
    const targets = [variable('city'), { to: 'metaTitle' } as const, null, variable('text')];
    expect(pageOfRow(['Berlin', ' - ', 'x', null], targets, [null, ['-'], null, null])).toEqual({
      variables: { city: 'Berlin' },
      texts: {},
    });
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
