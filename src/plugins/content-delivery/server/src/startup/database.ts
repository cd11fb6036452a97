import type { Core } from '@strapi/strapi';
import { refusal } from './refusal';

interface Settings {
  host: string;
  port: number;
  database: string;
  user: string;
}

const SERVERS = { postgres: 'PostgreSQL', mysql: 'MariaDB' } as const;

/** Refuses to start without a database, and says which was asked for and what it said; never its password. */
export const refuseUnreachableDatabase = async (strapi: Core.Strapi): Promise<void> => {
  try {
    await strapi.db.connection.raw('select 1');
  } catch (error) {
    throw refusal(`The database can not be reached: ${whichDatabase(strapi)}: ${reasonOf(strapi, error)}`);
  }
};

const whichDatabase = (strapi: Core.Strapi): string => {
  const { client, connection } = strapi.config.get<{ client: string; connection: unknown }>(
    'database.connection',
  );
  if (client === 'sqlite')
    return `the file ${(connection as { filename: string }).filename} (DATABASE_FILENAME)`;
  const { host, port, database, user } = connection as Settings;
  return (
    `${SERVERS[client as keyof typeof SERVERS]} at ${host}:${port}, database "${database}", user "${user}" ` +
    '(DATABASE_URL, or DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_USERNAME, DATABASE_PASSWORD)'
  );
};

const reasonOf = (strapi: Core.Strapi, error: unknown): string => {
  const { name, message } = error as Error;
  // The pool's own words speak of a mistake in a program.
  if (!name.includes('Timeout')) return message;
  const milliseconds = strapi.config.get<number>('database.connection.acquireConnectionTimeout');
  return `no answer within ${milliseconds / 1000} seconds (DATABASE_CONNECTION_TIMEOUT).`;
};
