import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Knex } from 'knex';
import { openSqlite, type SqliteReader } from './sqlite-reader';

/** The database could not be read: a 503, not a fault of the request. */
const databaseUnavailable = () =>
  createError(503, 'The content can not be read at the moment. Please try again shortly.', { details: {} });

/** Runs the statements of one consistent view of the database. */
export type Snapshot = Knex;

/** Reads for the delivery routes. All that one call of `snapshot` reads was committed at one moment. */
export const createReader = (strapi: Core.Strapi) => {
  const sqlite = openOwn(strapi);
  const connection: Knex = strapi.db.connection;

  return {
    /** The connection of its own that the reader has on SQLite. */
    sqlite,

    /** @throws an HTTP error 503 */
    async snapshot<Result>(read: (sql: Snapshot) => Promise<Result>): Promise<Result> {
      try {
        return sqlite
          ? await sqlite.snapshot(read)
          : await connection.transaction(read, { isolationLevel: 'repeatable read' });
      } catch (error) {
        if (!isOfDatabase(error)) throw error;
        strapi.log.error(`The delivery routes could not read the database: ${describe(error)}`);
        throw databaseUnavailable();
      }
    },

    async destroy(): Promise<void> {
      sqlite?.close();
    },
  };
};

export type Reader = ReturnType<typeof createReader>;

const openOwn = (strapi: Core.Strapi): SqliteReader | null => {
  if (strapi.db.dialect.client !== 'sqlite') return null;
  const { filename } = strapi.db.connection.client.connectionSettings as { filename: string };
  return openSqlite(filename);
};

/** Drivers give their errors a code; those of a lost connection are told by their words. */
const isOfDatabase = (error: unknown): boolean => {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  return (
    name === 'KnexTimeoutError' ||
    (typeof code === 'string' && !code.startsWith('ERR_')) ||
    /connection (terminated|ended|is not open|lost)|unable to acquire/i.test(String(message))
  );
};

/** Without the statement and its values, which knex puts in front of the database's own words. */
const describe = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return [code, message?.split(' - ').pop()].filter(Boolean).join(': ');
};
