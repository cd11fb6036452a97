import type { ImportChoices } from '../../../../src/plugins/content-delivery/contracts/pseo-imports';
import { createColumnNotes } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/column-notes';
import { openFile } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/file';
import { inPieces } from '../../../support/pieces';
import { fileText } from '../../../support/committed-files';

/** The notes on a file all of whose columns become variables; `tested` are asked for by the templates. */
const notesOn = async (
  file: string,
  tested: readonly string[] = [],
  choices: (columns: readonly string[]) => Partial<ImportChoices> = () => ({}),
) => {
  const { columns, rows } = await openFile(inPieces(file));
  const all: Parameters<ReturnType<typeof createColumnNotes>['add']>[0][] = [];
  for await (const { cells } of rows) all.push(cells);
  const notes = createColumnNotes(
    columns.map((name) => ({ name, values: null })),
    {
      mode: 'rows',
      targets: columns.map((name) => ({ to: 'variable', name })),
      ...choices(columns),
    },
    columns.map((name) => ({ name, usedIn: ['html'], testedIn: tested.includes(name) ? ['html'] : [] })),
  );
  for (const cells of all) notes.add(cells);
  return notes.notes().map(({ column, kind, count, values }) => ({ column, kind, count, values }));
};
const caseOf = (name: string): string => fileText(`tests/fixtures/pseo-files/${name}`);

describe('notes on columns', () => {
  it('count what means nothing, a line a column; NA is a country', async () => {
    expect(await notesOn(caseOf('csv-placeholders.csv'))).toEqual([
      { column: 'city', kind: 'nothing', count: 1, values: ['N/A'] },
      { column: 'state', kind: 'nothing', count: 1, values: ['#REF!'] },
      {
        column: 'note',
        kind: 'nothing',
        count: 6,
        values: ['#N/A', '#VALUE!', '-', 'n/a', 'undefined', 'None'],
      },
    ]);
  });

  it('count what means no where a template asks for it, of CSV and of JSON', async () => {
    const json = caseOf('flags-and-numbers.json');
    const note = { column: 'has_parking', kind: 'no', count: 1, values: ['false'] };
    expect(await notesOn(json, ['has_parking'])).toEqual([note]);
    expect(await notesOn(json)).toEqual([]);
    expect(await notesOn('a,b\nFALSE,1\nno,0\nyes,0\n 0 ,x\n', ['a'])).toEqual([
      { column: 'a', kind: 'no', count: 3, values: ['FALSE', 'no', '0'] },
    ]);
  });

  it.each([
    'NULL',
    'null',
    '(null)',
    '\\N',
    'nil',
    'NaN',
    '#DIV/0!',
    '—',
    ' N/A ',
    '#WERT!',
    '#¡VALOR!',
    'k. A.',
    '[object Object]',
  ])('know %p as nothing', async (text) => {
    expect(await notesOn(`a,b\n${text},x\n`)).toEqual([
      { column: 'a', kind: 'nothing', count: 1, values: [text.trim()] },
    ]);
  });

  it.each(['false', 'FALSCH', 'Nein', 'faux', 'f', '0.00', '-0', '0 %', '✗'])(
    'know %p as a no',
    async (text) => {
      expect(await notesOn(`a,b\n${text},x\n`, ['a'])).toMatchObject([{ kind: 'no', values: [text] }]);
    },
  );

  it.each(['0 km', '000', '0,00', 'None of it', '#1!', 'Noel'])('know %p as no no', async (text) => {
    expect(await notesOn(`a;b\n${text};x\n`, ['a'])).toEqual([]);
  });

  it.each(['NA', 'Nan', 'Nona', '-1', 'a - b', 'no one', 'N'])('know %p as a text', async (text) => {
    expect(await notesOn(`a,b\n${text},x\n`)).toEqual([]);
  });

  it('say that texts stand in quotation marks', async () => {
    const note = { column: 'a', kind: 'curly-quotes', count: 1, values: [] };
    expect(await notesOn('a,b\n“x”,y\n“u” and “v”,w\n')).toEqual([note]);
    for (const cell of ["'x'", '«x»', '`x`', '"say \\"hi\\" now"', '"A "quoted" word"', '""A""']) {
      expect([cell, await notesOn(`a,b\n${cell},y\nu's,w\n`)]).toEqual([cell, [note]]);
    }
    expect(await notesOn('a,b\n"A ""quoted"" word",y\n')).toEqual([]);
  });

  it('leave out what counts as empty, and what is not imported', async () => {
    expect(await notesOn('a,b\n-,-\nN/A,-\n', [], () => ({ empty: [['-'], null] }))).toEqual([
      { column: 'a', kind: 'nothing', count: 1, values: ['N/A'] },
      { column: 'b', kind: 'nothing', count: 2, values: ['-'] },
    ]);
    expect(await notesOn('a,b\n-,-\n', [], () => ({ targets: [null, { to: 'metaTitle' }] }))).toEqual([
      { column: 'b', kind: 'nothing', count: 1, values: ['-'] },
    ]);
  });

  it('name 20 ways to write it at most, and count all', async () => {
    const ways = [
      'null',
      'Null',
      'NULL',
      'nULL',
      'NuLL',
      'none',
      'None',
      'NONE',
      'nONE',
      'n/a',
      'N/A',
      'N/a',
    ];
    const more = [...ways, 'n/A', '-', '--', '---', '–', '—', '#N/A', '#n/a', 'nil', 'Nil', 'NIL'];
    const [note] = await notesOn(`a,b\n${more.map((one) => `${one},x\n`).join('')}`);
    expect(note).toMatchObject({ count: more.length });
    expect(note?.values).toHaveLength(20);
  });
});
