import { createReadStream } from 'node:fs';
import { openFile } from '../../pseo/imports/file';
import { decodeUtf8 } from '../../pseo/imports/file/encoding';
import { parseEntry } from '../../pseo/imports/file/json';
import { jsonEntries } from '../../pseo/imports/file/json-entries';
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

async function* jsonRows(file: string): AsyncGenerator<TableRow> {
  for await (const { text, number } of jsonEntries(decodeUtf8(createReadStream(file)))) {
    const entry = parseEntry(text, number);
    const isOne = isFields(entry);
    yield {
      line: number,
      fields: isOne ? entry : {},
      fault: isOne ? null : 'It is no object. An entry is written as names with values: {"title": "Wheels"}.',
    };
  }
}

/**
 * The rows of a file of CSV or JSON, as they arrive: of CSV with the names of the first row, of JSON an array of objects, or objects
 * one after the other.
 * @throws MigrationProblem for a file that is neither
 */
export async function* readTable(file: string): AsyncGenerator<TableRow> {
  try {
    const stream = createReadStream(file);
    const { kind, columns, rows } = await openFile(stream);
    if (kind === 'json') {
      stream.destroy();
      return yield* jsonRows(file);
    }
    for await (const { line, cells, fault } of rows) {
      // An empty cell says something: of a column of dates of publication, that there is none.
      const fields = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));
      yield { line, fields, fault };
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new MigrationProblem(`There is no file "${file}".`);
    if (code === 'EISDIR') throw new MigrationProblem(`"${file}" is a folder.`);
    if (code === 'EACCES') throw new MigrationProblem(`You may not read "${file}".`);
    if (!(error instanceof ImportProblem)) throw error;
    throw new MigrationProblem(`"${file}": ${error.message}`);
  }
}
