import type { Core } from '@strapi/strapi';
import knex, { type Knex } from 'knex';
import { createCircuitBreaker, DatabaseTimeout, MAX_READ_TIME } from './circuit-breaker';

/** How many short reads run side by side; what comes meanwhile can share the next. */
export const MAX_SHORT_READS = 2;

/** A query that can be given up. */
interface Query<Row> {
  timeout(milliseconds: number): PromiseLike<Row[]>;
}

/**
 * Separate connections of the delivery side to PostgreSQL and MariaDB, for short reads: they do not wait in
 * line behind long ones in Strapi's pool. So when none is answered, the database is out of reach, and not only busy.
 */
export const openShortReads = (strapi: Core.Strapi) => {
  const { config } = strapi.db.connection.client as { config: Knex.Config };
  const connection = knex({
    ...config,
    acquireConnectionTimeout: MAX_READ_TIME,
    pool: { ...config.pool, min: 1, max: MAX_SHORT_READS, createTimeoutMillis: MAX_READ_TIME },
  });
  const breaker = createCircuitBreaker();

  /** @throws DatabaseTimeout, or what the driver says */
  const read = <Row>(query: () => Query<Row>): Promise<Row[]> =>
    // Knex closes the connection that has not answered by then; the time that it waits for one does not count there.
    breaker.read(async () => query().timeout(MAX_READ_TIME));

  return {
    connection,

    /** @throws DatabaseTimeout, or what the driver says */
    async read<Row>(query: () => Query<Row>): Promise<Row[]> {
      for (let tries = MAX_SHORT_READS; ; tries -= 1) {
        try {
          return await read(query);
        } catch (error) {
          // One connection is lost, and the database answers on another: so it is asked there.
          if (!(error instanceof DatabaseTimeout) || breaker.isOpen() || tries === 0) throw error;
        }
      }
    },

    /** Returns at once unless the circuit is open. @throws DatabaseTimeout, or what the driver says */
    async probeIfOpen(): Promise<void> {
      if (breaker.isOpen()) await read(() => connection.raw('SELECT 1'));
    },

    destroy: (): Promise<void> => connection.destroy(),
  };
};

export type ShortReads = ReturnType<typeof openShortReads>;
