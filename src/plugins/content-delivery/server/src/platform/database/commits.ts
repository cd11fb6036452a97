import type { Core } from '@strapi/strapi';
import type { Connection, KnexClient, Statement } from '../patches/knex-client';
import { aroundTransactions } from '../patches/knex-commits';
import { withDeadline, DEADLINES, type Deadlines } from './deadline';

/**
 * A transaction was not acknowledged by the database. It has no `code`: its cause has the database's own.
 */
export class CommitError extends Error {
  override name = 'CommitError';
  constructor(
    /** False when the connection was lost while the answer was awaited: it may be stored or not. */
    readonly isRolledBack: boolean,
    options: { cause: unknown },
  ) {
    super(
      isRolledBack
        ? 'The database did not commit the transaction; nothing of it is stored.'
        : 'The transaction could not be confirmed: the database did not answer its COMMIT.',
      options,
    );
  }
}

/** MariaDB rolls the whole transaction back with these errors; whatever follows would be stored by itself. */
const ROLLED_BACK = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Of a transaction with its savepoints. */
interface State {
  /** Why the database has ended it already, possibly without reporting it. */
  endedBy?: unknown;
}

/** From here on, the end of every transaction on these connections is what the database has acknowledged. */
export const confirmCommits = (
  { connection: pool }: Pick<Core.Strapi['db'], 'connection'>,
  deadlines: Deadlines = DEADLINES,
): void =>
  aroundTransactions<State>(
    pool.client as KnexClient,
    () => ({}),
    async (statement, run, { state, client, connection }) => {
      const word = firstWordOf(statement);
      if (word === 'COMMIT') {
        try {
          if (state.endedBy) throw state.endedBy;
          return refuseRollback(await withDeadline(deadlines.commit, connection, run));
        } catch (cause) {
          throw new CommitError(await rollBack(client, connection, deadlines.rollback, cause), { cause });
        }
      }
      // What comes after the end would be stored by itself.
      if (state.endedBy && word !== 'ROLLBACK') throw state.endedBy;
      try {
        return await (word === 'ROLLBACK' ? withDeadline(deadlines.rollback, connection, run) : run());
      } catch (error) {
        if (hasEndedTransaction(connection, error)) state.endedBy = error;
        throw error;
      }
    },
  );

/** PostgreSQL answers a COMMIT so, without an error, when a statement before it has failed. */
const refuseRollback = (answer: Statement): Statement => {
  const { command } = (answer.response ?? {}) as { command?: string };
  if (command === 'ROLLBACK') throw new Error('A statement of the transaction had failed before.');
  return answer;
};

/** A COMMIT that failed may leave its transaction open, on a connection that others get next. True when it is over. */
const rollBack = async (
  client: KnexClient,
  connection: Connection,
  deadline: number,
  cause: unknown,
): Promise<boolean> => {
  if (connection.inTransaction === false) return true;
  try {
    await withDeadline(deadline, connection, () => client._query(connection, { sql: 'ROLLBACK' }));
    return true;
  } catch {
    connection.__knex__disposed = cause;
    return false;
  }
};

const hasEndedTransaction = (connection: Connection, error: unknown): boolean =>
  connection.inTransaction === false || ROLLED_BACK.has((error as { code?: string }).code ?? '');

const firstWordOf = (statement: Statement | string): string | undefined => {
  const text = typeof statement === 'string' ? statement : (statement.sql ?? '');
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase();
};
