import type { Knex } from 'knex';
import type { Table } from '../archive/manifest';
import { BackupProblem } from '../problem';
import { batchesOf } from './batches';
import { toNeutral, toStored, type Neutral } from './values';

export type Row = Record<string, unknown>;
export type NeutralRow = Record<string, Neutral>;

/**
 * All rows of a table in the order of their ids, a few at a time: memory holds some megabytes of them, or one row.
 * @throws BackupProblem
 */
export async function* readRows(trx: Knex.Transaction, table: Table): AsyncGenerator<NeutralRow> {
  const columns = table.columns.map(({ name }) => name);
  if (!columns.includes('id')) throw new BackupProblem(`The table ${table.name} has no ids.`);
  for await (const { first, last } of batchesOf(trx, table)) {
    const rows = (await trx(table.name)
      .whereBetween('id', [first, last])
      .orderBy('id')
      .select(columns)) as Row[];
    for (const row of rows) yield neutralRow(table, row);
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

/** What goes into one statement: databases limit its values and its length. */
const MAX_BATCH_VALUES = 8_000;
const MAX_BATCH_ROWS = 200;
const MAX_BATCH_CHARACTERS = 2_000_000;

/** Writes rows as they were read. @throws BackupProblem when a row does not fit the table */
export const writeRows = async (trx: Knex.Transaction, table: Table, rows: readonly Row[]): Promise<void> => {
  const stored = rows.map((row) => storedRow(table, row));
  const most = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(MAX_BATCH_VALUES / table.columns.length)));
  for (const group of groupsOf(stored, most)) {
    const statement = trx(table.name).insert(group);
    try {
      await statement;
    } catch (error) {
      throw refusedByDatabase(table, group, wordsOf(error as Error, statement));
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
    if (group.length < most && characters < MAX_BATCH_CHARACTERS) continue;
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

const refusedByDatabase = (table: Table, group: readonly Row[], words: string): BackupProblem => {
  const [first, last] = [group[0]?.['id'], group.at(-1)?.['id']];
  return new BackupProblem(
    `The database does not take the rows ${String(first)} to ${String(last)} of ${table.name}: ${words}`,
  );
};

/**
 * The database's own words, without the statement that knex puts before them: it contains the rows. Where the
 * driver numbers the values, knex puts it there as the driver has it.
 */
const wordsOf = ({ message }: Error, statement: Knex.QueryBuilder): string => {
  const before = [statement.toQuery(), statement.toSQL().toNative().sql].map((sql) => `${sql} - `);
  const found = before.find((prefix) => message.startsWith(prefix)) ?? '';
  return message.slice(found.length);
};
