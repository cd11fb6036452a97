import { existsSync } from 'node:fs';
import knex, { type Knex } from 'knex';
import type { DatabaseSettings } from '../settings';

/** Milliseconds: for a connection, and for one statement. */
export const CONNECT = 5_000;
const STATEMENT = 15_000;

type Done = (error: unknown, connection: unknown) => void;
interface Queried {
  query(sql: string, done: (error: unknown) => void): void;
}

/** Nothing can be written through such a connection. */
const readOnly = (sql: string) => (connection: Queried, done: Done) =>
  connection.query(sql, (error) => done(error, connection));

/**
 * A SQLite file that nobody has open is read by a connection that may write, as one that may not would leave two files of
 * the log beside it. It is kept from writing all the same.
 */
const sqlite = (filename: string): Knex.Config => ({
  client: 'better-sqlite3',
  connection: { filename, options: { readonly: existsSync(`${filename}-wal`) } } as Knex.Config['connection'],
  useNullAsDefault: true,
  pool: {
    min: 0,
    max: 1,
    afterCreate(connection: { pragma(text: string): void }, done: Done) {
      connection.pragma('query_only = 1');
      done(null, connection);
    },
  },
});

const postgres = ({ schema, ...connection }: DatabaseSettings['connection']): Knex.Config => ({
  client: 'pg',
  connection: { ...connection, connectionTimeoutMillis: CONNECT, query_timeout: STATEMENT },
  searchPath: [String(schema)],
  pool: {
    min: 0,
    max: 1,
    afterCreate: readOnly('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'),
  },
});

const mysql = (connection: DatabaseSettings['connection']): Knex.Config => ({
  client: 'mysql2',
  connection: { ...connection, connectTimeout: CONNECT },
  pool: { min: 0, max: 1, afterCreate: readOnly('SET SESSION TRANSACTION READ ONLY') },
});

/** The server's database, by one connection that can only read. It is made with the first statement. */
export const openReadOnly = ({ client, connection }: DatabaseSettings): Knex => {
  const configuration =
    client === 'sqlite'
      ? sqlite(String(connection['filename']))
      : client === 'postgres'
        ? postgres(connection)
        : mysql(connection);
  return knex({
    ...configuration,
    acquireConnectionTimeout: CONNECT,
    // The check says it.
    log: { warn: () => undefined, error: () => undefined },
  });
};
