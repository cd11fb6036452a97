import type { Core } from '@strapi/strapi';
import knex, { type Knex } from 'knex';
import type { Connection, KnexClient } from '../patches/knex-client';
import { createPatientTimers } from '../patient-timer';
import { createCircuitBreaker, DatabaseTimeout, MAX_READ_TIME } from './circuit-breaker';
import { withDeadline } from './deadline';
import { endsConnection } from './loss';

/** How many short reads run side by side; what comes meanwhile can share the next. */
export const MAX_SHORT_READS = 2;

/** Asks something of a given connection of the driver. */
export type Ask<Answer> = (connection: Connection) => Promise<Answer>;

/** A query that runs on a given connection. */
interface Query {
  connection(connection: Connection): Promise<unknown>;
}

/**
 * Separate connections of the delivery side to PostgreSQL and MariaDB, for short reads: they do not wait in
 * line behind long ones in Strapi's pool. So when none is answered, the database is out of reach, and not only busy.
 */
export const openShortReads = (strapi: Core.Strapi) => {
  const { config } = strapi.db.connection.client as { config: Knex.Config };
  const connection = knex({
    ...config,
    // Longer than a read is waited for, as the pool looks at its clock only.
    acquireConnectionTimeout: 2 * MAX_READ_TIME,
    pool: { ...config.pool, min: 1, max: MAX_SHORT_READS, createTimeoutMillis: MAX_READ_TIME },
  });
  const client = connection.client as KnexClient;
  const breaker = createCircuitBreaker();
  const startTimer = createPatientTimers();

  /** Answered just now, and for a read that follows at once: going through the pool takes longer than the question. */
  const atHand: Connection[] = [];
  const giveBack = (): void => {
    for (let own = atHand.pop(); own; own = atHand.pop()) void client.releaseConnection(own);
  };

  /** What a connection has said that did not survive it. */
  const ends = new WeakSet<object>();
  /** @throws DatabaseTimeout, or what the driver says */
  const read = <Answer>(ask: Ask<Answer>): Promise<Answer> =>
    breaker.read(async () => {
      const own = atHand.pop() ?? (await client.acquireConnection());
      try {
        // One that has not answered by then is closed. Knex would look at its clock only, and so close one that has.
        const answer = await withDeadline(MAX_READ_TIME, own, () => ask(own), startTimer);
        if (atHand.push(own) === 1) setImmediate(giveBack);
        return answer;
      } catch (error) {
        // The error may come before the end of the connection, and the pool would give it to the next read.
        if (endsConnection(error)) {
          own.__knex__disposed = error;
          ends.add(error as object);
        }
        await client.releaseConnection(own);
        throw error;
      }
    });

  return {
    connection,

    /** @throws DatabaseTimeout, or what the driver says */
    async read<Answer>(ask: Ask<Answer>): Promise<Answer> {
      for (let tries = MAX_SHORT_READS; ; tries -= 1) {
        try {
          return await read(ask);
        } catch (error) {
          // One connection is lost, and the database may answer on another: so it is asked there. One that refuses new ones is not.
          const isLost = error instanceof DatabaseTimeout || ends.has(error as object);
          if (!isLost || breaker.isOpen() || tries === 0) throw error;
        }
      }
    },

    /** Returns at once unless the circuit is open. @throws DatabaseTimeout, or what the driver says */
    async probeIfOpen(): Promise<void> {
      if (breaker.isOpen())
        await read((own) => (connection.raw('SELECT 1') as unknown as Query).connection(own));
    },

    destroy: (): Promise<void> => connection.destroy(),
  };
};

export type ShortReads = ReturnType<typeof openShortReads>;
