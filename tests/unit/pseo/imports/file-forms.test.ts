import {
  openFile,
  type FileOptions,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/file';
import {
  inPanel,
  onCommandLine,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/file-question';
import type { ImportProblem } from '../../../../src/plugins/content-delivery/server/src/pseo/imports/problem';
import { inPieces } from '../../../support/pieces';
import { fileText } from '../../../support/committed-files';

const caseOf = (name: string): string => fileText(`tests/fixtures/pseo-files/${name}`);

/** What a file comes to, the same wherever it is cut. */
const read = async (text: string, given: FileOptions = {}) => {
  const readIn = async (size: number) => {
    const file = await openFile(inPieces(text, size), given);
    const rows: unknown[] = [];
    const headers: number[] = [];
    const faults: string[] = [];
    for await (const { line, cells, fault, isHeader } of file.rows) {
      if (isHeader) headers.push(line);
      else if (fault !== null) faults.push(`line ${line}: ${fault}`);
      else rows.push(cells);
    }
    const { columns, delimiter, remarks } = file;
    return { columns, delimiter, rows, remarks, headers, faults };
  };
  const whole = await readIn(65_536);
  expect(await readIn(3)).toEqual(whole);
  return whole;
};
const refusal = async (text: string, given: FileOptions = {}): Promise<ImportProblem> => {
  try {
    await read(text, given);
  } catch (error) {
    return error as ImportProblem;
  }
  throw new Error('It was read.');
};

describe('a file as programs and people write it', () => {
  it('may have spaces before and behind quotation marks', async () => {
    expect(await read(caseOf('spaced-quotes.csv'))).toMatchObject({
      columns: ['city', 'state', 'note'],
      rows: [
        ['Youngstown', 'OH', 'steel, rail'],
        ['Yankton', 'SD', 'river'],
        ['Yakima', 'WA', 'plain'],
      ],
    });
    expect((await read('a,b\n"x" , "y, z" \n1 ,2\n')).rows).toEqual([
      ['x', 'y, z'],
      ['1', '2'],
    ]);
    expect((await read('a\tb\n"x"\t "y\tz"\n\t2\n')).rows).toEqual([
      ['x', 'y\tz'],
      [null, '2'],
    ]);
  });

  it('keeps the spaces of cells where no quotation mark has any', async () => {
    expect((await read('a,b\n x , y\n"p", q "r"\n')).rows).toEqual([
      [' x ', ' y'],
      ['p', ' q "r"'],
    ]);
  });

  it('names a space before a quotation mark that comes late', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `${n},x\n`).join('');
    expect((await read(`a,b\n${rows}1, "y, z"\n2, "y"\n`)).faults).toEqual([
      'line 42: The row has 3 cells, and the file 2 columns. It has a space before a quotation mark, which then does not hold its cell together: remove the space.',
      'line 43: It has a space before a quotation mark, which then does not hold its cell together: remove the space.',
    ]);
  });

  it.each([
    ['around the names', '“city”,“note”\n“Berlin”,“steel, “rail””\nYork,plain\n'],
    ['around cells with separators', 'city,note\nBerlin,„steel, 5" rail“\nYork,plain\n'],
    ['around all cells', 'city,note\n“Berlin”,”steel”\nYork,plain\n'],
  ])('may have curly quotation marks %s', async (name, text) => {
    const { columns, rows, faults } = await read(text);
    expect(columns).toEqual(['city', 'note']);
    if (name === 'around the names') {
      // Marks in marks cannot be told from the end of a cell; the row says that something is wrong.
      expect(faults).toHaveLength(1);
      expect(rows).toEqual([['York', 'plain']]);
    } else {
      expect(rows).toEqual([
        ['Berlin', name === 'around all cells' ? 'steel' : 'steel, 5" rail'],
        ['York', 'plain'],
      ]);
    }
  });

  it('keeps curly quotation marks that are texts', async () => {
    expect((await read('city,motto\nAustin,“Keep it weird”\nYork,none\n')).rows[0]).toEqual([
      'Austin',
      '“Keep it weird”',
    ]);
    expect((await read('city,motto\n"Austin","“Keep it, weird”"\n')).rows[0]).toEqual([
      'Austin',
      '“Keep it, weird”',
    ]);
  });

  it('may have columns without a name', async () => {
    expect(await read(caseOf('index-column.csv'))).toMatchObject({
      columns: ['', 'city', 'population'],
      rows: [
        ['0', 'Berlin', '3755251'],
        ['1', 'Hamburg', '1892122'],
      ],
    });
    expect((await read('a,,b,,c\n1,2,3,4,5\n')).columns).toEqual(['a', '', 'b', '', 'c']);
  });

  it.each([
    [caseOf('braces-header.csv'), ['city', 'state']],
    ['{{ city }};{{state}}\nx;y\n', ['city', 'state']],
    ['[city],[zip code]\nx,y\n', ['city', 'zip code']],
    ['"{city}","{state}"\nx,y\n', ['city', 'state']],
  ])('may name its columns as templates do: %p', async (text, columns) => {
    expect(await read(text)).toMatchObject({ columns, rows: [[expect.anything(), expect.anything()]] });
  });

  it('names a header that comes again', async () => {
    expect(await read(caseOf('csv-header-twice.csv'))).toMatchObject({
      headers: [3],
      rows: [
        ['Austin', 'TX', 'warm'],
        ['Dallas', 'TX', 'flat'],
      ],
    });
    expect((await read('{city},{state}\nx,y\n{city}, {state}\n')).headers).toEqual([3]);
    expect((await read('City,State\nx,y\ncity,state,\n')).headers).toEqual([3]);
    expect((await read('city\nBerlin\ncity\nCity\n')).headers).toEqual([3]);
  });
});

describe('the separator', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1;2\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['sep=|\na,b|c\n1,2|3\n', '|'],
    ['one\n1\n', ','],
    ['"x,y";b;c\n1;2;3', ';'],
    ['a;b,c;d\n,,,,,,', ';'],
    // The first line has as many of one as of the other, or more; the rows say which it is.
    ['City, State;Population\nBerlin;3755251\nRome;2873000\n', ';'],
    ['City, State, Country;Population\nBerlin;3755251\nRome;2873000\n', ';'],
    ['name,a;b;c\nx,1\ny,2\n', ','],
    // Most rows say it where some are faulty.
    ['a;b,c\n1;2\n3;4\n5\n', ';'],
  ])('of %p is %p', async (text, delimiter) => expect(await read(text)).toMatchObject({ delimiter }));

  it.each([
    [caseOf('tied-delimiters.csv'), ',', ';'],
    ['a, b|c\n1, 2|3\n', ',', '|'],
    // More of one is no reason to take it: the rows fit both.
    ['City, State, Country;Population\nAustin, TX, US;961855\n', ',', ';'],
  ])('of %p is asked for', async (text, one, other) => {
    const problem = await refusal(text);
    expect(onCommandLine(problem)).toMatch(
      new RegExp(`separated by a .* or by a .* --delimiter "${one}" or --delimiter "[${other}]"`),
    );
    expect(inPanel(problem)).toMatch(/Choose it under "Cells are separated by"/);
  });

  it('is the one that is given', async () => {
    expect(await read(caseOf('tied-delimiters.csv'), { delimiter: ';' })).toMatchObject({
      columns: ['City, State', 'Population'],
      rows: [
        ['Austin, TX', '961855'],
        ['Dallas, TX', '1304379'],
      ],
    });
  });
});

describe('lines before the names of the columns', () => {
  const TITLED = 'Cities of 2024\nexported by a program\n\ncity,state,note\nAustin,TX,warm\nDallas,TX,flat\n';
  it.each([
    [TITLED, 4],
    ['Cities\ncity,state\nAustin,TX\n', 2],
    ['Cities, 2024\ncity;state;note\nAustin;TX;warm\nDallas;TX;flat\n', 2],
    ['Cities,,\ncity,state,note\nAustin,TX,warm\nDallas,TX,flat\n', 2],
    ['Cities,,\n,,\ncity,state,note\nAustin,TX,\nDallas,TX,flat\n', 3],
  ])('are named, with the line of these: %p', async (text, line) => {
    const problem = await refusal(text);
    expect(onCommandLine(problem)).toMatch(
      new RegExp(`names of the columns seem not to be in the first line.*--header-line "${line}"`),
    );
    expect(inPanel(problem)).toContain(`such as ${line}, under "Line with the names of the columns"`);
  });

  it('are left out when their number is given, and lines are counted all the same', async () => {
    const { rows } = await openFile(inPieces(TITLED, 4_096), { headerLine: 4 });
    const lines: number[] = [];
    for await (const { line } of rows) lines.push(line);
    expect(lines).toEqual([5, 6]);
    expect((await read(TITLED, { headerLine: 4 })).columns).toEqual(['city', 'state', 'note']);
  });

  it('are not looked for where it is said that there are none', async () => {
    expect(await read('text\nHello, world\nGood bye, all\n', { headerLine: 1 })).toMatchObject({
      columns: ['text'],
      faults: [expect.stringMatching(/^line 2: The row has 2 cells/), expect.anything()],
    });
  });

  it('cannot be more than the file has', async () => {
    expect((await refusal('a,b\n1,2\n', { headerLine: 9 })).message).toBe(
      'The beginning of the file has no line 9.',
    );
  });
});

describe('JSON', () => {
  it('has its numbers as they are written', async () => {
    expect(await read(caseOf('flags-and-numbers.json'))).toMatchObject({
      columns: ['city', 'has_parking', 'place_id', 'price', 'code'],
      rows: [
        ['Berlin', 'false', '1610521604143693812', '4.50', '007'],
        ['Hamburg', 'true', '9007199254740993', '10.00', '008'],
      ],
    });
    expect((await read('[{"a":1e3,"b":-0,"c":1.0,"d":12,"e":"4.50"}]')).rows).toEqual([
      ['1e3', '-0', '1.0', '12', '4.50'],
    ]);
  });

  it('has two names that differ only in spaces as a fault of the cell', async () => {
    expect((await read('[{"city":"Berlin","city ":null,"zip":1},{" city":"Rome","zip":2}]')).rows).toEqual([
      [{ fault: expect.stringMatching(/"city" is there twice/) as string }, '1'],
      ['Rome', '2'],
    ]);
  });

  it('has lists and objects as faults of their cells alone', async () => {
    const { rows } = await read(caseOf('json-nested.json'));
    expect(rows).toEqual([
      ['Austin', 'TX', 'warm', { fault: expect.stringMatching(/"geo" is an object/) as string }],
      ['Dallas', 'TX', 'flat', { fault: expect.stringMatching(/"geo" is an object/) as string }],
    ]);
  });

  it.each([
    ['{"data":[{"a":1},{"a":2}]}', '"data"'],
    ['{"count":2,"next":null,"items": [ {"a":1},{"a":2} ] ,"tags":["x"],"meta":{"page":1}}\n', '"items"'],
    ['{"result":{"total":2,"rows":[{"a":1},{"a":2}]}}', '"rows" in "result"'],
    [`{"data":[{"a":1},{"a":2}],"rest":"${'x'.repeat(300_000)}"}`, '"data"'],
    [`{"data":[{"a":1},{"a":2}],"rest":"\\"}${'['.repeat(300_000)}","list":[1,[{"a":1}]]} \n`, '"data"'],
  ])('may be one object with the list of rows in it: %#', async (text, where) => {
    const file = await openFile(inPieces(text, 65_536));
    const rows: unknown[] = [];
    for await (const { cells } of file.rows) rows.push(cells);
    expect(rows).toEqual([['1'], ['2']]);
    expect(file.remarks).toEqual([`The file is one object; its rows are those of ${where}.`]);
  });

  it('of many rows in one object is read as they arrive', async () => {
    const text = `{"data":[${Array.from({ length: 40_000 }, (_, n) => `{"n":${n},"x":"\\"]}"}`).join()}],"z":[1]}`;
    let count = 0;
    for await (const row of (await openFile(inPieces(text, 65_536))).rows)
      count += row.fault === null ? 1 : 0;
    expect(count).toBe(40_000);
  });

  it.each([
    ['{"city":"Berlin","zip":1}', 1],
    ['{"city":"Berlin","offers":[{"a":1}]}\n{"city":"Rome","offers":[]}', 2],
    ['{"city":"Berlin","tags":["x"]}', 1],
  ])('of rows by themselves stays that: %p', async (text, count) => {
    const { rows, remarks } = await read(text);
    expect(rows).toHaveLength(count);
    expect(remarks).toEqual([]);
  });

  it.each([
    ['{"data":[{"a":1}],"included":[{"b":1}]}', /several lists of rows: "data", "included"/],
    [`{"data":[{"a":1}],"meta":{"x":"${'['.repeat(300_000)}","more":[ {"b":1}]}}`, /several lists of rows/],
    [`{"a":{"data":[{"a":"${'x'.repeat(300_000)}"}]},"more":[{"b":1}]}`, /several lists of rows/],
    [
      `{"data":[{"a":"${'x'.repeat(300_000)}"}]}{"data":[{"a":1}]}`,
      /goes on after the end of its JSON object/,
    ],
    [`{"data":[{"a":"${'x'.repeat(300_000)}"}],"page":{"n":1}`, /ends before its JSON object does/],
    [`{"data":[{"a":"${'x'.repeat(300_000)}"}],"page":{"n":1]}`, /brackets do not match/],
    [
      `{"data":[{"a":"${'x'.repeat(300_000)}"}],"deep":${'{"a":[],"a":'.repeat(500_000)}`,
      /more than 10,000 lists and objects/,
    ],
    ['{"1":{"city":"Berlin"},"2":{"city":"Rome"}}', /Rows are written as a list of objects/],
    ['{"data":["x","y"]}', /Rows are written as a list of objects/],
  ])('%p is refused by its cause', async (text, words) => {
    expect((await refusal(text)).message).toMatch(words);
  });
});

describe('the names of a table as an entry of JSON', () => {
  it('make no row', async () => {
    const text = '[{"city":"City ","state":"state"},{"city":"Austin","state":"TX"}]';
    expect(await read(text)).toMatchObject({ rows: [['Austin', 'TX']], headers: [1] });
  });

  it.each(['[{"city":"City"}]', '[{"city":"city","state":"TX"}]'])('are others in %s', async (text) => {
    expect((await read(text)).headers).toEqual([]);
  });
});

describe('what is no table of text', () => {
  it.each([
    ['<table><tr><td>city</td></tr></table>', /web page, XML, PDF or RTF/],
    ['<?xml version="1.0"?><rows/>', /web page, XML, PDF or RTF/],
    ['\n<!DOCTYPE html>', /web page, XML, PDF or RTF/],
    ['%PDF-1.4', /web page, XML, PDF or RTF/],
    ['{\\rtf1 x}', /web page, XML, PDF or RTF/],
    ['\u001f\u008b\b', /another packed file/],
    ['\u00d0\u00cf\u0011\u00e0', /Excel .* workbook/],
  ])('is refused by what it is: %j', async (text, words) => {
    async function* bytes() {
      yield Buffer.from(text, 'latin1');
    }
    await expect(openFile(bytes())).rejects.toThrow(words);
  });

  it('are not names of columns in angles', async () => {
    expect((await read('<city>,<state>\nAustin,TX\n')).columns).toEqual(['<city>', '<state>']);
  });
});
