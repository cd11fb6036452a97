import type { Connection } from '../patches/knex-client';
import { startPatientTimer } from '../patient-timer';

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
  connection: Connection,
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
