import type { Duplex } from 'node:stream';
import { startPatientTimer } from '../patient-timer';

/** A connection of a driver: MariaDB's has the stream itself, PostgreSQL's inside of it, SQLite's none. */
export interface Streaming {
  stream?: Duplex;
  connection?: { stream?: Duplex };
  /** Why knex's pool is not to give it to anybody any more. */
  __knex__disposed?: unknown;
}

/** Milliseconds in which the database has to answer what ends a transaction. */
export interface Deadlines {
  commit: number;
  /** Less than the five seconds after which knex gives the connection back to the pool as it is. */
  rollback: number;
}

export const DEADLINES: Deadlines = { commit: 20_000, rollback: 4_000 };

/**
 * Asks the database something; when there is no answer in time, the connection is destroyed, so that the question fails.
 * @param startTimer another than one of its own
 */
export const withDeadline = async <Answer>(
  milliseconds: number,
  connection: Streaming,
  ask: () => Promise<Answer>,
  startTimer = startPatientTimer,
): Promise<Answer> => {
  const endWait = startTimer(milliseconds, () => {
    const late = new Error(`The database has not answered in ${milliseconds / 1_000} s.`);
    (connection.stream ?? connection.connection?.stream)?.destroy(Object.assign(late, { code: 'ETIMEDOUT' }));
  });
  try {
    return await ask();
  } finally {
    endWait();
  }
};
