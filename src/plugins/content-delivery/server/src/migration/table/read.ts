import { createReadStream } from 'node:fs';
import { openFile, textOfCell, type Cell, type FileOptions } from '../../pseo/imports/file';
import { onCommandLine } from '../../pseo/imports/file-question';
import { ImportProblem } from '../../pseo/imports/problem';
import { isFields, type Fields } from '../fields';
import { MigrationProblem } from '../writer';

/** A row of a table, or an entry of a list. */
export interface TableRow {
  /** The line that it begins in, or for JSON the number of the entry; from 1. */
  line: number;
  fields: Fields;
  /** Why it cannot be used, for people; null when it can be. */
  fault: string | null;
}

/**
 * The rows of a file of CSV or JSON, as they arrive: of CSV with the names of the first row, of JSON an array of objects, or objects
 * one after the other.
 * @param remark is told what people should know of how it is read
 * @throws MigrationProblem for a file that is neither
 */
export async function* readTable(
  file: string,
  given: FileOptions,
  remark: (text: string) => void = () => undefined,
): AsyncGenerator<TableRow> {
  try {
    const opened = await openFile(createReadStream(file), given);
    opened.remarks.forEach(remark);
    if (opened.kind === 'json') {
      for await (const { number, entry } of opened.entries) {
        const isOne = isFields(entry);
        yield {
          line: number,
          fields: isOne ? entry : {},
          fault: isOne
            ? null
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
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new MigrationProblem(`There is no file "${file}".`);
    if (code === 'EISDIR') throw new MigrationProblem(`"${file}" is a folder.`);
    if (code === 'EACCES') throw new MigrationProblem(`You may not read "${file}".`);
    if (!(error instanceof ImportProblem)) throw error;
    throw new MigrationProblem(`"${file}": ${onCommandLine(error)}`);
  }
}

const HEADER_AGAIN = 'It has the names of the columns once more, and becomes no post.';

const faultOf = (cells: readonly Cell[]): string | null =>
  cells.flatMap((cell) => (cell !== null && typeof cell === 'object' ? [cell.fault] : []))[0] ?? null;
