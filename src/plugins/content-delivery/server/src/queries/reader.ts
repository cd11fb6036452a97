import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import createKnex, { type Knex } from 'knex';

/** The database could not be read: a 503, not a fault of the request. */
const databaseUnavailable = () =>
  createError(503, 'The content can not be read at the moment. Please try again shortly.', { details: {} });

export type Snapshot = Knex.Transaction;

/**
 * Reads for the delivery routes. All that one call of `snapshot` reads was committed at one moment.
 *
 * Strapi has a single connection to SQLite, which a long write keeps from everybody else; the reader has a
 * read-only one of its own there. In WAL mode both work side by side.
 */
export const createReader = (strapi: Core.Strapi) => {
  const own = ownConnection(strapi);
  const connection: Knex = own ?? strapi.db.connection;
  const mode: Knex.TransactionConfig = own ? {} : { isolationLevel: 'repeatable read' };

  return {
    /** @throws an HTTP error 503 */
    async snapshot<Result>(read: (sql: Snapshot) => Promise<Result>): Promise<Result> {
      try {
        return await connection.transaction(read, mode);
      } catch (error) {
        strapi.log.error(`The delivery routes could not read the database: ${describe(error)}`);
        throw databaseUnavailable();
      }
    },

    async destroy(): Promise<void> {
      await own?.destroy();
    },
  };
};

export type Reader = ReturnType<typeof createReader>;

const ownConnection = (strapi: Core.Strapi): Knex | null => {
  if (strapi.db.dialect.client !== 'sqlite') return null;
  const { filename } = strapi.db.connection.client.connectionSettings as { filename: string };
  return createKnex({
    client: 'better-sqlite3',
    connection: { filename, options: { readonly: true } } as Knex.Sqlite3ConnectionConfig,
    useNullAsDefault: true,
  });
};

/** Without the statement and its values, which knex puts in front of the database's own words. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  const code = (error as { code?: string }).code;
  return [code, error.message.split(' - ').pop()].filter(Boolean).join(': ');
};
