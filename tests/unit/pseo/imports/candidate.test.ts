import {
  candidateOf,
  createRowMapper,
  resolveCandidate,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/candidate';
import type { Cell } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/file';
import type { ImportChoices } from '../../../../src/plugins/content-delivery/contracts/pseo-imports';
import { createPageTexts } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/page-texts';
import { createTemplates } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';

const variable = (name: string) => ({ to: 'variable' as const, name });

/** What a row asks for, in a campaign with this template of slugs. */
const inputOf = async (
  slugTemplate: string,
  targets: ImportChoices['targets'],
  cells: Cell[],
  empty?: ImportChoices['empty'],
) => {
  const mapper = createRowMapper(
    createPageTexts(createTemplates(), { slugTemplate }),
    targets.map((_, at) => ({ name: `column ${at}`, values: null })),
    { mode: 'rows', targets, ...(empty && { empty }) },
  );
  return mapper.inputOf({ position: 0, line: 2, cells, fault: null });
};
const faultsOf = async (...row: Parameters<typeof inputOf>) =>
  (await inputOf(...row)).faults.map(({ kind, message }) => `${kind}: ${message}`);

describe('an address in place of a slug', () => {
  it.each([
    'https://www.acme-plumbing.example/',
    'http://beta.example/contact?x=1',
    '//beta.example/x',
    ' HTTPS://beta.example',
  ])('makes its row faulty: %p', async (address) => {
    for (const to of ['slug', 'targetSlug'] as const) {
      expect(await faultsOf('{{ a }}', [variable('a'), { to }], ['x', address])).toEqual([
        expect.stringMatching(/^address: The (target )?slug would be made of an address: "/),
      ]);
    }
    expect(await faultsOf('{{ a }}', [variable('a')], [address])).toEqual([
      expect.stringMatching(/^address: The slug would be made of an address/),
    ]);
  });

  it('makes a row faulty also by the template of target slugs', async () => {
    const pageTexts = createPageTexts(createTemplates(), {
      slugTemplate: 'x',
      targetSlugTemplate: '{{ a }}',
      htmlTemplate: 'x',
    });
    const { inputOf: map } = createRowMapper(pageTexts, [{ name: 'a', values: null }], {
      mode: 'rows',
      targets: [variable('a')],
    });
    const input = await map({ position: 0, line: 2, cells: ['https://a.example/b'], fault: null });
    const { faults } = await resolveCandidate(pageTexts, candidateOf({ ...input, slug: 'x' }, null));
    expect(faults).toMatchObject([{ kind: 'address' }]);
  });

  it('is none when the template makes a slug of it', async () => {
    const input = await inputOf('{{ a | slugify }}', [variable('a')], ['https://beta.example/x']);
    expect(input).toMatchObject({ faults: [] });
  });

  it.each(['coffee/new york', 'a:b', 'wwwhat'])('is not seen in %p', async (slug) => {
    expect(await faultsOf('x', [{ to: 'slug' }], [slug])).toEqual([]);
  });
});

describe('a list or an object', () => {
  const nested = { fault: '"geo" is an object.' };

  it('makes no row faulty whose column goes nowhere', async () => {
    expect(await inputOf('{{ a }}', [variable('a'), null], ['x', nested])).toMatchObject({
      faults: [],
      slug: 'x',
    });
  });

  it('makes one faulty whose column is imported', async () => {
    expect(await faultsOf('{{ a }}', [variable('a'), variable('geo')], ['x', nested])).toEqual([
      'unreadable-row: "geo" is an object.',
    ]);
  });
});

describe('texts that count as empty', () => {
  it('are not set, whatever spaces stand around them', async () => {
    const targets = [variable('a'), variable('b'), { to: 'metaTitle' as const }];
    const row = ['x', ' N/A ', '-'];
    expect(await inputOf('{{ a }}', targets, row, [null, ['N/A'], ['-']])).toMatchObject({
      variables: { a: 'x' },
      emptied: ['b'],
      own: { metaTitle: null },
    });
    expect(await inputOf('{{ a }}', targets, row)).toMatchObject({
      variables: { a: 'x', b: ' N/A ' },
      own: { metaTitle: '-' },
    });
    expect((await inputOf('{{ a }}', targets, row, [null, ['n/a'], null])).emptied).toEqual([]);
  });
});

describe('a slash of a value', () => {
  it.each([
    ['coffee/{{ a }}', 'N/A', ['a']],
    ['coffee/{{ a }}/{{ b }}', 'x/y', ['a']],
    ['coffee/{{ a | slugify }}', 'N/A', []],
    ['coffee/{{ a | replace: "/", "-" }}', 'N/A', []],
    ['coffee/{{ a }}', 'NA', []],
    // One that ends in nothing makes no part.
    ['coffee/{{ a }}', 'x/', []],
    ['coffee', 'N/A', []],
  ])('is named where it makes a part more: %p of %p', async (template, value, slashed) => {
    expect(await inputOf(template, [variable('a'), variable('b')], [value, 'plain'])).toMatchObject({
      faults: [],
      slashed,
    });
  });

  it('is looked for in variables of a page alone, whatever a template asks for', async () => {
    const input = await inputOf('a/{{ b }}{% if constructor %}x{% endif %}', [variable('b')], ['y']);
    expect(input).toMatchObject({ slug: 'a/y', slashed: [] });
  });

  it('is meant in a slug of the file', async () => {
    expect(await inputOf('x', [{ to: 'slug' }], ['a/b'])).toMatchObject({ slug: 'a/b', slashed: [] });
  });
});
