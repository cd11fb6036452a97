import type { Core } from '@strapi/strapi';
import knex, { type Knex } from 'knex';
import { MAX_READ_TIME } from './circuit-breaker';

/** How many connections there are at most: one for each list that is sent, or made, at a time. */
const MAX_CONNECTIONS = 12;

/**
 * Connections of the delivery side's own to PostgreSQL and MariaDB, for reads that may take minutes, as their readers
 * are slow: in Strapi's pool they would keep editors waiting. They are opened when they are needed, and closed again.
 */
export const openLongReads = (strapi: Core.Strapi) => {
  const { config } = strapi.db.connection.client as { config: Knex.Config };
  let opened: Knex | null = null;
  return {
    connection: (): Knex =>
      (opened ??= knex({
        ...config,
        acquireConnectionTimeout: MAX_READ_TIME,
        pool: { ...config.pool, min: 0, max: MAX_CONNECTIONS, createTimeoutMillis: MAX_READ_TIME },
      })),

    async destroy(): Promise<void> {
      await opened?.destroy();
    },
  };
};
