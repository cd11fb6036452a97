import type { Knex } from 'knex';
import type { Table } from '../archive/manifest';
import { BackupProblem } from '../problem';
import { toNeutral, toStored, type Neutral } from './values';

type Row = Record<string, unknown>;
export type NeutralRow = Record<string, Neutral>;

/** How much is read at a time: rows at the first reading and at most, and about how many characters. */
const FIRST_ROWS = 16;
const MOST_ROWS = 256;
const CHARACTERS_AT_ONCE = 2_000_000;

/**
 * All rows of a table in the order of their ids, a few at a time: long ones are never many in memory.
 * @throws BackupProblem
 */
export async function* readRows(trx: Knex.Transaction, table: Table): AsyncGenerator<NeutralRow> {
  const columns = table.columns.map(({ name }) => name);
  if (!columns.includes('id')) throw new BackupProblem(`The table ${table.name} has no ids.`);
  let count = FIRST_ROWS;
  let last: unknown = null;
  for (;;) {
    const query = trx(table.name).orderBy('id').limit(count).select(columns);
    const rows = (await (last === null ? query : query.where('id', '>', last as number))) as Row[];
    let characters = 0;
    for (const row of rows) {
      yield neutralRow(table, row);
      for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
    }
    if (rows.length < count) return;
    last = rows.at(-1)?.['id'];
    const fitting = Math.floor(CHARACTERS_AT_ONCE / Math.max(1, characters / rows.length));
    count = Math.max(1, Math.min(MOST_ROWS, count * 2, fitting));
  }
}

const neutralRow = (table: Table, row: Row): NeutralRow => {
  try {
    return Object.fromEntries(
      table.columns.map((column) => [column.name, toNeutral(column, row[column.name])]),
    );
  } catch (error) {
    throw atRow(table, row['id'], error);
  }
};

/** Rows that go into one statement: databases limit its values and its length. */
const VALUES_AT_ONCE = 8_000;
const ROWS_AT_ONCE = 200;

/** Writes rows as they were read. @throws BackupProblem when a row does not fit the table */
export const writeRows = async (trx: Knex.Transaction, table: Table, rows: readonly Row[]): Promise<void> => {
  const stored = rows.map((row) => storedRow(table, row));
  const most = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(VALUES_AT_ONCE / table.columns.length)));
  for (const group of groupsOf(stored, most)) {
    try {
      await trx(table.name).insert(group);
    } catch (error) {
      throw refusedByDatabase(table, group, error);
    }
  }
};

const storedRow = (table: Table, row: Row): Row => {
  const { length } = table.columns;
  if (Object.keys(row).length !== length || !table.columns.every(({ name }) => Object.hasOwn(row, name))) {
    throw new BackupProblem(`A row of ${table.name} in the archive has other columns than its table.`);
  }
  try {
    return Object.fromEntries(
      table.columns.map((column) => [column.name, toStored(column, row[column.name])]),
    );
  } catch (error) {
    throw atRow(table, row['id'], error);
  }
};

/** Groups of so many rows at most, and of about so many characters. */
function* groupsOf(rows: readonly Row[], most: number): Generator<Row[]> {
  let group: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    group.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
    if (group.length < most && characters < CHARACTERS_AT_ONCE) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}

const atRow = (table: Table, id: unknown, error: unknown): unknown =>
  error instanceof BackupProblem
    ? new BackupProblem(`In the table ${table.name}, row ${String(id)}, ${error.message}.`)
    : error;

/** In the database's own words, without the statement that knex puts before them: the rows stand in it. */
const refusedByDatabase = (table: Table, group: readonly Row[], error: unknown): BackupProblem => {
  const { message } = error as Error;
  const words = message.slice(message.lastIndexOf(' - ') + 3);
  const [first, last] = [group[0]?.['id'], group.at(-1)?.['id']];
  return new BackupProblem(
    `The database does not take the rows ${String(first)} to ${String(last)} of ${table.name}: ${words}`,
  );
};
