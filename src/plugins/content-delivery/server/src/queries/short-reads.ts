import type { Core } from '@strapi/strapi';
import knex, { type Knex } from 'knex';
import { createPatience, LONGEST_READ } from './patience';

/** How many short reads run side by side; what comes meanwhile can share the next. */
export const MOST_SHORT_READS = 2;

/**
 * Connections of the delivery side's own to PostgreSQL and MariaDB, for reads that take no time: they do not stand in
 * line behind long ones in Strapi's pool. So one that is not answered says that the database is out of reach, and not
 * that there is much to do.
 */
export const openShortReads = (strapi: Core.Strapi) => {
  const { config } = strapi.db.connection.client as { config: Knex.Config };
  const connection = knex({
    ...config,
    acquireConnectionTimeout: LONGEST_READ,
    pool: { ...config.pool, min: 1, max: MOST_SHORT_READS, createTimeoutMillis: LONGEST_READ },
  });
  const patience = createPatience();

  return {
    connection,

    /** @throws Silence, or what the driver says */
    read: <Row>(query: { timeout(milliseconds: number): Promise<Row[]> }): Promise<Row[]> =>
      // Knex gives up the connection too; the time that it waits for one does not count there.
      patience.read(() => query.timeout(LONGEST_READ)),

    /** Returns at once unless the database was silent at last. @throws Silence, or what the driver says */
    async expectAnswers(): Promise<void> {
      if (patience.isSilent()) await patience.read(() => connection.raw('SELECT 1').timeout(LONGEST_READ));
    },

    destroy: (): Promise<void> => connection.destroy(),
  };
};

export type ShortReads = ReturnType<typeof openShortReads>;
