import { Readable } from 'node:stream';
import { parse, CsvError, type Parser } from 'csv-parse';
import type { Delimiter } from '../../../../../contracts/pseo-imports';
import { counted } from '../../../platform/field-errors';
import { ImportProblem } from '../problem';
import { straightened } from './csv-quotes';
import { shapeOf, type CsvShape } from './csv-shape';
import {
  cellTooLong,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROW,
  type FileOptions,
  type FileRow,
  type OpenedFile,
} from './row';

/** Excel's way to say what separates the cells, in a line before the names. */
const SEP_LINE = /^"?sep=([,;\t|])"?(\r\n|\n|\r)/i;
/** Characters that the parser gets at once: parsing them takes less than a millisecond. */
const PIECE = 4_096;
/** Cells of a row after which it is not read to its end: many more than columns are possible, even empty ones. */
const MAX_CELLS = 50_000;
/** A name as a template writes it. */
const AS_IN_TEMPLATE = /^(?:\{{1,3}([^{}]*)\}{1,3}|\[([^[\]]*)\])$/;

/**
 * Reads a CSV file whose first row has the names of the columns.
 * @param head the beginning of the file, with its first lines
 * @param isWhole whether that is all of it
 * @throws ImportProblem, also while rows are read
 */
export const openCsv = async (
  head: string,
  rest: AsyncIterator<string>,
  isWhole: boolean,
  given: FileOptions,
): Promise<OpenedFile> => {
  const sep = given.headerLine === undefined ? SEP_LINE.exec(head) : null;
  const linesBefore = sep ? 1 : (given.headerLine ?? 1) - 1;
  const start = sep ? head.slice(sep[0].length) : head.slice(placeOfLine(head, linesBefore + 1));
  const delimiter = given.delimiter ?? (sep?.[1] as Delimiter | undefined);
  const shape = shapeOf(start, linesBefore, isWhole, { ...given, delimiter });
  const records = parseRecords(start, rest, shape, linesBefore);
  let first = await records.next();
  while (!first.done && isBlank(first.value.record)) first = await records.next();
  if (first.done) throw new ImportProblem('The file is empty. Its first row has to name the columns.');
  const header = first.value.record.map((name) => name.trim());
  const columns = checkedColumns(header);
  return {
    kind: 'csv',
    delimiter: shape.delimiter,
    columns,
    rows: toRows(columns, header, records),
    remarks: [],
  };
};

/** @throws ImportProblem for a line that is not there, or further on than names can be */
const placeOfLine = (head: string, wanted: number): number => {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 1; line < wanted; line += 1) {
    if (!lineBreak.test(head)) throw new ImportProblem(`The beginning of the file has no line ${wanted}.`);
  }
  return lineBreak.lastIndex;
};

async function* pieces(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let text: string | null = head; text !== null;) {
    for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
    const next: IteratorResult<string> = await rest.next();
    text = next.done ? null : next.value;
  }
}

interface CsvRecord {
  record: string[];
  line: number;
}

async function* parseRecords(
  head: string,
  rest: AsyncIterator<string>,
  { delimiter, isSpaced, isCurly }: CsvShape,
  linesBefore: number,
): AsyncGenerator<CsvRecord> {
  let lastLine = linesBefore;
  /** Where each row begins that was read, and is not handed on yet. */
  const lineOf = new WeakMap<readonly string[], number>();
  /** The parser counts a line break of two characters twice inside quotes. */
  let tooMany = 0;
  const parser = parse({
    delimiter,
    trim: isSpaced || isCurly,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark inside a cell, as in 5" pipe, is one.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    // Told of each row before any error after it, which may come before the row is handed on.
    on_record: (record: string[], { lines }) => {
      let breaks = 0;
      for (const cell of record) {
        if (!cell.includes('\n') && !cell.includes('\r')) continue;
        const both = countOf(cell, '\r\n');
        tooMany += both;
        breaks += countOf(cell, '\n') + countOf(cell, '\r') - both;
      }
      lastLine = linesBefore + lines - tooMany;
      lineOf.set(record, lastLine - breaks);
      return record;
    },
  });
  async function* piecesOfShortRows(): AsyncGenerator<string> {
    const texts = pieces(head, rest);
    for await (const piece of isCurly ? straightened(texts, delimiter) : texts) {
      // The parser has no limit for them, and millions of cells are handed on at once.
      if (cellsSoFar(parser) > MAX_CELLS) throw tooManyCells(lastLine + 1);
      yield piece;
    }
  }
  const source = Readable.from(piecesOfShortRows());
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      yield { record, line: lineOf.get(record) ?? lastLine };
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, lastLine + 1) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** How many cells the row has that is being read. The parser does not promise to say; a test notices when it does not. */
const cellsSoFar = (parser: Parser): number =>
  (parser as { state?: { record?: unknown[] } }).state?.record?.length ?? 0;

const tooManyCells = (line: number): ImportProblem =>
  new ImportProblem(
    `The row that begins near line ${line} has more than ${MAX_CELLS.toLocaleString('en')} cells; ${MAX_COLUMNS} columns are possible.`,
  );

const countOf = (text: string, part: string): number => {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
};

const explained = (error: CsvError, line: number): unknown => {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportProblem(
      `The row that begins near line ${line} has a quotation mark that is never closed, so that the rest of the file would be one cell.`,
    );
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportProblem(
      `The row that begins near line ${line} is longer than ${MAX_ROW / 1024 / 1024} MB. A quotation mark is probably not closed.`,
    );
  }
  return new ImportProblem(`The file cannot be read as CSV: ${error.message}.`);
};

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

/**
 * The names of the columns. One without a name, as programs write it for the numbers of rows, is there without one.
 * @throws ImportProblem
 */
const checkedColumns = (header: readonly string[]): string[] => {
  const columns = header.map((name) => {
    const [, braced, bracketed] = AS_IN_TEMPLATE.exec(name) ?? [];
    return (braced ?? bracketed ?? name).trim();
  });
  // Spreadsheets leave separators behind where cells were once used.
  while (columns.length > 0 && columns[columns.length - 1] === '') columns.pop();
  if (columns.length === 0) throw new ImportProblem('The first row of the file has to name the columns.');
  if (columns.length > MAX_COLUMNS) {
    throw new ImportProblem(`The file has ${columns.length} columns; ${MAX_COLUMNS} are possible.`);
  }
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ImportProblem(`Two columns are named "${twice}". Give each column a different name.`);
  }
  return columns;
};

/** What a space before a quotation mark does to a row, where the first rows of the file have none. */
const SPACED_QUOTE = /^\s+"/;
const SPACED_QUOTE_FAULT =
  'It has a space before a quotation mark, which then does not hold its cell together: remove the space.';

/** Case does not matter where several cells agree. */
const isNamedAs =
  (header: readonly string[]) =>
  (cell: string | undefined, name: string | undefined): boolean => {
    const [one, other] = [cell?.trim(), name];
    return header.length > 1 ? one?.toLowerCase() === other?.toLowerCase() : one === other;
  };

async function* toRows(
  columns: readonly string[],
  header: readonly string[],
  records: AsyncGenerator<CsvRecord>,
): AsyncGenerator<FileRow> {
  const isNamed = isNamedAs(header);
  for await (const { record, line } of records) {
    // Empty cells at the end are left behind by spreadsheets, too.
    const extra = record.slice(columns.length).some((cell) => cell !== '');
    if (!record.some((cell) => cell !== '')) continue;
    const isHeader = !extra && columns.every((_, index) => isNamed(record[index], header[index]));
    const miscounted =
      record.length < columns.length || extra
        ? `The row has ${counted(record.length, 'cell')}, and the file ${counted(columns.length, 'column')}.`
        : null;
    const spaced = record.some((cell) => SPACED_QUOTE.test(cell)) ? SPACED_QUOTE_FAULT : null;
    const fault = [miscounted, spaced].filter((one) => one !== null).join(' ');
    const cells = columns.map((column, index) => {
      const cell = record[index] ?? '';
      if (cell.length > MAX_CELL) return cellTooLong(column, cell.length);
      return cell === '' ? null : cell;
    });
    yield { line, cells, fault: fault || null, ...(isHeader && { isHeader }) };
  }
}
