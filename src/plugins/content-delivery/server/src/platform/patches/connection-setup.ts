import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

const failures = new WeakMap<object, { error: unknown }>();

/**
 * Changes `initialize` of Strapi's database dialect, read at @strapi/database 5.54.0. Strapi prepares each connection before it is used
 * (https://github.com/strapi/strapi/pull/18588), and a failure there is an unhandled rejection, which ends the process: where a database
 * goes away between the login and the first statement, as behind a pooler. Here it is kept for what is done to the
 * connection next, which gives it to the pool.
 */
export const keepFailures = ({ dialect }: Pick<Core.Strapi['db'], 'dialect'>): void =>
  replaceFunction(
    dialect as { initialize(connection: object): Promise<void> },
    'initialize',
    { readAt: '@strapi/database 5.54.0' },
    (initialize) => async (connection) => {
      try {
        await initialize(connection);
      } catch (error) {
        failures.set(connection, { error });
      }
    },
  );

/** What went wrong where Strapi could not prepare a connection. */
export const failureOf = (connection: object): { error: unknown } | undefined => failures.get(connection);
