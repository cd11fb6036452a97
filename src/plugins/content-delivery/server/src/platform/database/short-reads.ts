import type { Core } from '@strapi/strapi';
import knex, { type Knex } from 'knex';
import { createCircuitBreaker, DatabaseTimeout, MAX_READ_TIME } from './circuit-breaker';
import { withDeadline, type Streaming } from './deadline';

/** How many short reads run side by side; what comes meanwhile can share the next. */
export const MAX_SHORT_READS = 2;

/** A query that runs on a given connection. */
interface Query<Row> {
  connection(connection: Streaming): PromiseLike<Row[]>;
}

interface Client {
  config: Knex.Config;
  acquireConnection(): Promise<Streaming>;
  releaseConnection(connection: Streaming): Promise<void>;
}

/**
 * Separate connections of the delivery side to PostgreSQL and MariaDB, for short reads: they do not wait in
 * line behind long ones in Strapi's pool. So when none is answered, the database is out of reach, and not only busy.
 */
export const openShortReads = (strapi: Core.Strapi) => {
  const { config } = strapi.db.connection.client as Client;
  const connection = knex({
    ...config,
    // Longer than a read is waited for, as the pool looks at its clock only.
    acquireConnectionTimeout: 2 * MAX_READ_TIME,
    pool: { ...config.pool, min: 1, max: MAX_SHORT_READS, createTimeoutMillis: MAX_READ_TIME },
  });
  const client = connection.client as Client;
  const breaker = createCircuitBreaker();

  /** @throws DatabaseTimeout, or what the driver says */
  const read = <Row>(query: () => Query<Row>): Promise<Row[]> =>
    breaker.read(async () => {
      const own = await client.acquireConnection();
      try {
        // One that has not answered by then is closed. Knex would look at its clock only, and so close one that has.
        return await withDeadline(MAX_READ_TIME, own, async () => query().connection(own));
      } finally {
        await client.releaseConnection(own);
      }
    });

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
