import { withWrittenNumbers } from '../../../platform/written-numbers';
import { ImportProblem } from '../problem';
import { jsonEntries } from './json-entries';
import { wrappedList } from './json-wrapper';
import { cellTooLong, MAX_CELL, MAX_COLUMNS, type Cell, type FileRow, type OpenedFile } from './row';

/**
 * Reads a JSON array of objects, objects one after the other, or one object that has such an array in it. Their names
 * are the columns.
 * @param head the beginning of the file
 * @param isWhole whether that is all of it
 * @throws ImportProblem, also while rows are read
 */
export const openJson = (head: string, rest: AsyncIterable<string>, isWhole: boolean): OpenedFile => {
  const wrapped = wrappedList(head, isWhole);
  const columns: string[] = [];
  const entries = parsedEntries(
    jsonEntries(joined(head.slice(wrapped?.at ?? 0), rest), { depth: wrapped?.path.length ?? 0 }),
  );
  return {
    kind: 'json',
    delimiter: null,
    columns,
    rows: toRows(columns, entries),
    entries,
    remarks:
      wrapped === null
        ? []
        : [
            `The file is one object; its rows are those of ${wrapped.path.map((name) => `"${name}"`).join(' in ')}.`,
          ],
  };
};

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

interface Entry {
  number: number;
  entry: unknown;
}

async function* parsedEntries(entries: ReturnType<typeof jsonEntries>): AsyncGenerator<Entry> {
  for await (const { text, number } of entries) yield { number, entry: parseEntry(text, number) };
}

async function* toRows(columns: string[], entries: AsyncIterable<Entry>): AsyncGenerator<FileRow> {
  const places = new Map<string, number>();
  for await (const { entry, number } of entries) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new ImportProblem(
        `Entry ${number} is no object. Each entry is written as names with texts: {"city": "Berlin"}.`,
      );
    }
    const cells: Cell[] = Array.from({ length: columns.length }, () => null);
    const given = new Set<number>();
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
      cells[place] = given.has(place) ? namedTwice(name) : cellOf(name, value);
      given.add(place);
    }
    yield { line: number, cells, fault: null, ...(isHeaderAgain(entry) && { isHeader: true }) };
  }
}

/** Whether an entry has the names for values, as where the names of a table came along as a row. */
export const isHeaderAgain = (entry: object): boolean => {
  const fields = Object.entries(entry).map(
    ([name, value]) => [name.trim(), typeof value === 'string' ? value.trim() : null] as const,
  );
  return fields.length > 1
    ? fields.every(([name, value]) => name.toLowerCase() === value?.toLowerCase())
    : fields.length === 1 && fields.every(([name, value]) => name === value);
};

/** What the text of an entry says. @throws ImportProblem for one that is not right */
const parseEntry = (text: string, number: number): unknown => {
  try {
    return JSON.parse(text, withWrittenNumbers);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportProblem(`Entry ${number} is not right as JSON: ${reason.slice(0, 200)}.`);
  }
};

const namedTwice = (name: string): Cell => ({
  fault: `"${name}" is there twice: the two names differ only in spaces at their ends.`,
});

const cellOf = (column: string, value: unknown): Cell => {
  if (value === null || value === '') return null;
  if (typeof value === 'object') {
    const kind = Array.isArray(value) ? 'a list' : 'an object';
    return { fault: `"${column}" is ${kind}; only texts, numbers, true and false can be imported.` };
  }
  const text = String(value);
  return text.length > MAX_CELL ? cellTooLong(column, text.length) : text;
};
