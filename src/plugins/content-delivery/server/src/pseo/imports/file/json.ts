import { ImportProblem } from '../problem';
import { jsonEntries } from './json-entries';
import { cellTooLong, MAX_CELL, MAX_COLUMNS, type FileRow, type OpenedFile } from './row';

/**
 * Reads a JSON array of objects, or objects one after the other. Their names are the columns.
 * @throws ImportProblem while rows are read
 */
export const openJson = (texts: AsyncIterable<string>): OpenedFile => {
  const columns: string[] = [];
  return { kind: 'json', delimiter: null, columns, rows: toRows(columns, texts) };
};

async function* toRows(columns: string[], texts: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const places = new Map<string, number>();
  for await (const { text, number } of jsonEntries(texts)) {
    const entry = parseEntry(text, number);
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new ImportProblem(
        `Entry ${number} is no object. Each entry is written as names with texts: {"city": "Berlin"}.`,
      );
    }
    let fault: string | null = null;
    const cells: (string | null)[] = Array.from({ length: columns.length }, () => null);
    for (const [key, value] of Object.entries(entry)) {
      const name = key.trim();
      let place = places.get(name);
      if (place === undefined) {
        place = columns.length;
        if (place >= MAX_COLUMNS) {
          throw new ImportProblem(
            `The file has more than ${MAX_COLUMNS} different names; no more are possible.`,
          );
        }
        if (name === '') throw new ImportProblem(`Entry ${number} has a value without a name.`);
        columns.push(name);
        places.set(name, place);
      }
      if (value === null || value === '') continue;
      const cell = textOf(value);
      if (cell === null) {
        fault ??= `"${name}" is ${Array.isArray(value) ? 'a list' : 'an object'}; only texts, numbers, true and false can be imported.`;
      } else if (cell.length > MAX_CELL) fault ??= cellTooLong(name, cell.length);
      else cells[place] = cell;
    }
    yield { line: number, cells, fault };
  }
}

/** What the text of an entry says. @throws ImportProblem for one that is not right */
export const parseEntry = (text: string, number: number): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportProblem(`Entry ${number} is not right as JSON: ${reason.slice(0, 200)}.`);
  }
};

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};
