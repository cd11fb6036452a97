import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { isDatabaseClientKind } from '@strapi/database';

/** What a connection pool hands to `afterCreate`: a connection of the driver, before its first use. */
type Ready<Connection> = (
  connection: Connection,
  done: (error: unknown, connection: Connection) => void,
) => void;

/** Readers do not wait for a writer, and a second process waits for the first, where it can, instead of failing. */
const tuneSqlite: Ready<{ pragma(text: string): unknown }> = (connection, done) => {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma('busy_timeout = 10000');
  done(null, connection);
};

/**
 * The rules on content are checked after taking the website's lock. Under MariaDB's default (repeatable
 * read) such a check would look at a snapshot from before the lock; PostgreSQL's default is right already.
 */
const tuneMysql: Ready<{ query(sql: string, done: (error: unknown) => void): void }> = (connection, done) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) =>
    done(error, connection),
  );
};

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  const client = env('DATABASE_CLIENT', 'sqlite');

  if (!isDatabaseClientKind(client)) {
    throw new Error(`Unsupported DATABASE_CLIENT: ${client}. Use "postgres", "mysql" or "sqlite".`);
  }

  const ssl = env.bool('DATABASE_SSL', false) && {
    key: env('DATABASE_SSL_KEY', undefined),
    cert: env('DATABASE_SSL_CERT', undefined),
    ca: env('DATABASE_SSL_CA', undefined),
    capath: env('DATABASE_SSL_CAPATH', undefined),
    cipher: env('DATABASE_SSL_CIPHER', undefined),
    rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
  };
  const pool = { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) };

  const connections = {
    mysql: {
      client: 'mysql',
      connection: {
        host: env('DATABASE_HOST', 'localhost'),
        port: env.int('DATABASE_PORT', 3306),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', 'strapi'),
        charset: 'utf8mb4',
        // Dates mean the same on every instance, whatever its own time zone.
        timezone: 'Z',
        ssl,
      },
      pool: { ...pool, afterCreate: tuneMysql },
    },
    postgres: {
      client: 'postgres',
      connection: {
        connectionString: env('DATABASE_URL'),
        host: env('DATABASE_HOST', 'localhost'),
        port: env.int('DATABASE_PORT', 5432),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', 'strapi'),
        ssl,
        schema: env('DATABASE_SCHEMA', 'public'),
      },
      pool,
    },
    sqlite: {
      client: 'sqlite',
      connection: {
        // Two levels up from dist/config; an absolute path stays what it is.
        filename: path.resolve(__dirname, '..', '..', env('DATABASE_FILENAME', '.tmp/data.db')),
      },
      useNullAsDefault: true,
      pool: { afterCreate: tuneSqlite },
    },
  };

  return {
    connection: {
      ...connections[client],
      acquireConnectionTimeout: env.int('DATABASE_CONNECTION_TIMEOUT', 60000),
    },
  } as Core.Config.Database;
};

export default config;
