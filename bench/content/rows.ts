import Database from 'better-sqlite3';
import type { Knex } from 'knex';
import { isAddress } from '../../demo/environment';
import { openServer } from './server';

type Row = Record<string, unknown>;

/** Writes rows as fast as the database takes them. Tables are expected to be empty, so that ids begin with 1. */
interface Rows {
  date(milliseconds: number): unknown;
  /** In one transaction. */
  together(work: () => Promise<void>): Promise<void>;
  insert(table: string, row: Row): Promise<void>;
  /** Puts in order what rows with ids of ours have left: counters of these tables, statistics. */
  settle(tables: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Strapi makes no index for a slug; its own REST endpoint would scan the table for each request. */
const SLUG_INDEX = 'CREATE INDEX bench_posts_slug ON posts (slug)';

export const openRows = (database: string): Rows =>
  isAddress(database) ? onServer(database) : onSqlite(database);

const onSqlite = (file: string): Rows => {
  const database = new Database(file);
  // A benchmark's database that a power cut leaves broken is made again.
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  database.exec(SLUG_INDEX);
  const statements = new Map<string, Database.Statement>();
  const statementFor = (table: string, columns: string[]): Database.Statement => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const values = columns.map((column) => `@${column}`).join(', ');
    return database.prepare(`INSERT INTO ${table} (${names}) VALUES (${values})`);
  };
  return {
    date: (milliseconds) => milliseconds,
    async together(work) {
      database.exec('BEGIN');
      await work();
      database.exec('COMMIT');
    },
    async insert(table, row) {
      const statement = statements.get(table) ?? statementFor(table, Object.keys(row));
      statements.set(table, statement);
      statement.run(row);
    },
    async settle() {
      database.pragma('journal_mode = WAL');
      // No statistics: an installation has none, and SQLite plans otherwise with them.
    },
    async close() {
      database.close();
    },
  };
};

const onServer = (address: string): Rows => {
  const server = openServer(address);
  let transaction: Knex.Transaction | null = null;
  return {
    date: (milliseconds) => new Date(milliseconds),
    async together(work) {
      await server.transaction(async (own) => {
        transaction = own;
        await work();
      });
      transaction = null;
    },
    insert: async (table, row) => void (await (transaction ?? server)(table).insert(row)),
    async settle(tables) {
      await server.raw(SLUG_INDEX);
      if (server.client.config.client !== 'pg') return;
      for (const table of tables) {
        await server.raw(`SELECT setval(pg_get_serial_sequence(?, 'id'), (SELECT max(id) FROM ??))`, [
          table,
          table,
        ]);
      }
      await server.raw('ANALYZE');
    },
    close: () => server.destroy(),
  };
};
