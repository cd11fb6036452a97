import { isHeaderAgain, openFile, textOfCell, type Cell, type FileOptions } from '../../pseo/imports/file';
import { onCommandLine } from '../../pseo/imports/file-question';
import { ImportProblem } from '../../pseo/imports/problem';
import { isRecord } from '../../platform/formats';
import type { Fields } from '../fields';
import { partsOf } from '../packed';
import { MigrationProblem } from '../writer';

/** A row of a table, or an entry of a list. */
export interface TableRow {
  /** The line that it begins in, or for JSON the number of the entry; from 1. */
  line: number;
  fields: Fields;
  /** Why it cannot be used, for people; null when it can be. */
  fault: string | null;
}

const FORM = {
  endings: ['.csv', '.tsv', '.txt', '.json', '.jsonl', '.ndjson'],
  exportAgain:
    'A workbook of Excel or OpenDocument is a packed file too: open it and save the sheet as CSV UTF-8.',
};

/**
 * The rows of a file of CSV or JSON, packed or not, as they arrive: of CSV with the names of the first row, of JSON an array of
 * objects, or objects one after the other.
 * @param remark is told what people should know of how it is read
 * @throws MigrationProblem for a file that is neither
 */
export async function* readTable(
  file: string,
  given: FileOptions,
  remark: (text: string) => void = () => undefined,
): AsyncGenerator<TableRow> {
  try {
    const [part, ...others] = await partsOf([file], FORM);
    if (!part || others.length > 0) {
      throw new MigrationProblem(
        'The archive has several tables. Unpack it, and give the one with the posts.',
      );
    }
    const opened = await openFile(part.bytes(), given);
    opened.remarks.forEach(remark);
    if (opened.kind === 'json') {
      for await (const { number, entry } of opened.entries) {
        const isOne = isRecord(entry);
        yield {
          line: number,
          fields: isOne ? entry : {},
          fault: isOne
            ? isHeaderAgain(entry)
              ? HEADER_AGAIN
              : null
            : 'It is no object. An entry is written as names with values: {"title": "Wheels"}.',
        };
      }
      return;
    }
    const { columns, rows } = opened;
    for await (const { line, cells, fault, isHeader } of rows) {
      // An empty cell says something: of a column of dates of publication, that there is none.
      const fields = Object.fromEntries(
        columns.flatMap((name, at) => (name === '' ? [] : [[name, textOfCell(cells[at]) ?? '']])),
      );
      yield { line, fields, fault: fault ?? (isHeader ? HEADER_AGAIN : faultOf(cells)) };
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    throw new MigrationProblem(`"${file}": ${onCommandLine(error)}`);
  }
}

const HEADER_AGAIN = 'It has the names of the columns once more, and becomes no post.';

const faultOf = (cells: readonly Cell[]): string | null =>
  cells.flatMap((cell) => (cell !== null && typeof cell === 'object' ? [cell.fault] : []))[0] ?? null;
