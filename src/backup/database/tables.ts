import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { Table } from '../archive/manifest';
import { BackupProblem } from '../problem';

type Database = Core.Strapi['db'];

export interface Rows {
  /** Writes all of them but the note. */
  fill(trx: Knex.Transaction): Promise<void>;
  /** Writes the note by which Strapi takes the tables as complete, and makes sure that nothing is missing. */
  finish(trx: Knex.Transaction): Promise<void>;
}

/**
 * Makes tables, lets them be filled, and connects them; on SQLite and PostgreSQL in one transaction. MariaDB
 * knows none for tables: what was made there is dropped when something fails.
 *
 * Foreign keys come after the rows, so that these can be written in any order, and the note comes last: when the
 * process is killed on MariaDB, a start does not take tables without foreign keys for complete.
 * @param replaced tables to drop first
 */
export const buildTables = async (
  db: Database,
  tables: readonly Table[],
  replaced: readonly string[],
  rows: Rows,
): Promise<void> => {
  const build = { mysql: onMariaDb, postgres: onPostgres, sqlite: onSqlite }[db.dialect.client as 'sqlite'];
  await build(db, tables, replaced, rows);
};

type Build = typeof buildTables;

const onSqlite: Build = async (db, tables, replaced, { fill, finish }) => {
  // Foreign keys are part of the table itself. This has no effect inside a transaction.
  await db.connection.raw('PRAGMA foreign_keys = OFF');
  try {
    await db.connection.transaction(async (trx) => {
      for (const name of replaced) await db.getSchemaConnection(trx).dropTableIfExists(name);
      await db.schema.builder.createTables([...tables], trx);
      await fill(trx);
      await finish(trx);
      const violations = (await trx.raw('PRAGMA foreign_key_check')) as { table: string; parent: string }[];
      const [first] = violations;
      if (first)
        throw new BackupProblem(`Rows of ${first.table} belong to rows of ${first.parent} that are missing.`);
    });
  } finally {
    await db.connection.raw('PRAGMA foreign_keys = ON');
  }
};

const onPostgres: Build = (db, tables, replaced, { fill, finish }) =>
  db.connection.transaction(async (trx) => {
    for (const name of replaced) await trx.raw('DROP TABLE IF EXISTS ?? CASCADE', [name]);
    await db.schema.builder.createTables(tables.map(unconnected), trx);
    await fill(trx);
    await connect(db, trx, tables);
    await finish(trx);
    // New rows continue after the highest id; an empty table begins with 1.
    for (const { name } of tables) {
      await trx.raw(
        `SELECT setval(pg_get_serial_sequence(?, 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM ??`,
        [`"${name}"`, name],
      );
    }
  });

const onMariaDb: Build = async (db, tables, replaced, { fill, finish }) => {
  // A change of tables ends a transaction there, so only the rows are in one.
  const outside = db.connection as Knex.Transaction;
  await dropOnMariaDb(db, replaced);
  try {
    await db.schema.builder.createTables(tables.map(unconnected), outside);
    await db.connection.transaction(fill);
    await connect(db, outside, tables);
    await db.connection.transaction(finish);
  } catch (error) {
    const names = tables.map(({ name }) => name);
    await dropOnMariaDb(db, names).catch((failure: unknown) => {
      throw new BackupProblem(
        `${messageOf(error)} What had been written could not be removed (${messageOf(failure)}): ` +
          'drop the database and make a new one before you try again.',
      );
    });
    throw error;
  }
};

/** In any order, which is a setting of one connection. */
const dropOnMariaDb = async ({ connection: knex }: Database, names: readonly string[]): Promise<void> => {
  const client = knex.client as {
    acquireConnection(): Promise<unknown>;
    releaseConnection(one: unknown): void;
  };
  const connection = await client.acquireConnection();
  try {
    await knex.raw('SET foreign_key_checks = 0').connection(connection);
    for (const name of names) await knex.raw('DROP TABLE IF EXISTS ??', [name]).connection(connection);
    await knex.raw('SET foreign_key_checks = 1').connection(connection);
  } finally {
    client.releaseConnection(connection);
  }
};

const unconnected = (table: Table): Table => ({ ...table, foreignKeys: [] });

const connect = async (db: Database, trx: Knex.Transaction, tables: readonly Table[]): Promise<void> => {
  const schema = db.getSchemaName();
  for (const { name, foreignKeys } of tables) {
    if (foreignKeys.length === 0) continue;
    await db.getSchemaConnection(trx).alterTable(name, (builder) => {
      for (const key of foreignKeys) {
        const constraint = builder
          .foreign(key.columns, key.name)
          .references(key.referencedColumns)
          .inTable(schema ? `${schema}.${key.referencedTable}` : key.referencedTable);
        if (key.onDelete) void constraint.onDelete(key.onDelete);
        if (key.onUpdate) void constraint.onUpdate(key.onUpdate);
      }
    });
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
