import fc from 'fast-check';
import {
  openFile,
  type FileRow,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/file';
import { inPieces } from '../../../support/pieces';
import { problemOf } from '../../../support/refusals';

const read = async (text: string | Buffer, size?: number) => {
  const file = await openFile(inPieces(text, size));
  const rows: FileRow[] = [];
  for await (const row of file.rows) rows.push(row);
  return { ...file, rows };
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\0', ''));
const awkward = fc.oneof(
  cell,
  fc.constantFrom('a\r\nb', 'x\ny', '"', '""', ',', ';', '\t', ' ', '=1+1', '<b>'),
);

describe('a CSV file', () => {
  it('is read as it was written, wherever it is cut and whatever separates its cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.array(fc.tuple(awkward, awkward, awkward), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (delimiter, lineBreak, hasMark, rows, size) => {
          const lines = [['one', 'two', 'three'], ...rows].map((row) => row.map(quoted).join(delimiter));
          const { columns, ...file } = await read(
            `${hasMark ? '\ufeff' : ''}${lines.join(lineBreak)}${lineBreak}`,
            size,
          );
          expect(columns).toEqual(['one', 'two', 'three']);
          expect(file.delimiter).toBe(delimiter);
          const cells = file.rows.map((row) => row.cells.map((text) => text ?? ''));
          expect(cells).toEqual(rows.filter((row) => row.some((text) => text !== '')));
          // Each row says the line that it begins in.
          let line = 2;
          const expected: number[] = [];
          for (const row of rows) {
            if (row.some((text) => text !== '')) expected.push(line);
            line += 1 + row.reduce((sum, text) => sum + (text.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
          }
          expect(file.rows.map((row) => row.line)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may mix line breaks, and have empty lines and quotation marks inside cells', async () => {
    const { rows } = await read('a,b\r\n1,5" pipe\n\n3,"x"\r"q"z,4\n');
    expect(rows).toEqual([
      { line: 2, cells: ['1', '5" pipe'], fault: null },
      { line: 4, cells: ['3', 'x'], fault: null },
      { line: 5, cells: ['"q"z', '4'], fault: null },
    ]);
  });

  it('says in which row a quotation mark is not closed', async () => {
    for (const [text, line] of [
      ['city,text\na,b\nc,"d\ne,f', 3],
      ['city,text\r\n"a\r\nb",c\r\nc,"d\r\ne,f', 4],
    ] as const) {
      expect(await problemOf(read(text))).toMatch(new RegExp(`near line ${line} has a quotation mark`));
    }
  });

  it('says which rows have too few or too many cells', async () => {
    const { rows } = await read('a,b\n1\n1,2,3\n1,2,,\n');
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'The row has 1 cell, and the file 2 columns.'],
      [3, 'The row has 3 cells, and the file 2 columns.'],
      [4, null],
    ]);
  });

  it('of anything is read or refused with words, but never fails otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await problemOf(read(Buffer.from(bytes)))).toMatch(/^(none|[A-Z].*\.)$/su);
      }),
      { numRuns: 300 },
    );
  });

  it('of another character set is never read as something else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: fc.constantFrom('ä', 'ö', 'é', 'a', ' ') }),
        async (text) => {
          const latin = Buffer.from(`a,b\n${text},x\n`, 'latin1');
          const expected = /[äöé]/.test(text) ? /not UTF-8/ : /^none$/;
          expect(await problemOf(read(latin))).toMatch(expected);
        },
      ),
    );
    expect(await problemOf(read(Buffer.from(`a,b\n${'x,y\n'.repeat(50_000)}\xfc,y\n`, 'latin1')))).toMatch(
      /near line 50002.*Windows-1252/,
    );
  });
});

describe('a JSON file', () => {
  const entry = fc.dictionary(
    fc.constantFrom('city', 'text', 'n'),
    fc.oneof(awkward, fc.integer(), fc.boolean(), fc.constant(null)),
    { minKeys: 1, noNullPrototype: true },
  );
  const textOf = (value: unknown): string | null => (value === null || value === '' ? null : String(value));

  it('is read as it was written, as an array or one entry after the other, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('array', 'pretty', 'lines'),
        fc.integer({ min: 1, max: 40 }),
        async (entries, kind, size) => {
          const text =
            kind === 'lines'
              ? entries.map((one) => JSON.stringify(one)).join('\n')
              : JSON.stringify(entries, null, kind === 'pretty' ? 2 : 0);
          const { columns, rows } = await read(text, size);
          expect(rows.map(({ line }) => line)).toEqual(entries.map((_, index) => index + 1));
          entries.forEach((one, index) => {
            columns.forEach((column, place) => {
              expect(rows[index]?.cells[place] ?? null).toBe(
                textOf((one as Record<string, unknown>)[column] ?? null),
              );
            });
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('says which cells have something else than texts', async () => {
    const { rows } = await read('[{"a":"x"},{"a":["x"]},{"a":{"b":1}}]');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['x'],
      [{ fault: '"a" is a list; only texts, numbers, true and false can be imported.' }],
      [{ fault: '"a" is an object; only texts, numbers, true and false can be imported.' }],
    ]);
  });

  it.each([
    ['[{"a":1},]x', /goes on after the end|comma/],
    ['[{"a":1} {"a":2}]', /comma/],
    ['[{"a":1}', /ends before its JSON array/],
    ['[{"a":', /middle of entry 1/],
    ['{"a":1}{"a":', /middle of entry 2/],
    ['[{"a":1},{a:2}]', /Entry 2 is not right as JSON/],
    ['[{"a":1}] []', /goes on after the end/],
    ['[]', /^none$/],
  ])('%p is refused with words', async (text, words) => expect(await problemOf(read(text))).toMatch(words));
});
