import type { Core } from '@strapi/strapi';
import { withDeadline, DEADLINES, type Deadlines, type Streaming } from './deadline';

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

/** A connection of a driver. Only SQLite's says whether it is in a transaction. */
interface Connection extends Streaming {
  inTransaction?: boolean;
  /** Why knex's pool is not to use it again. */
  __knex__disposed?: unknown;
}
type Statement = string | { sql: string };
interface Answer {
  response?: { command?: string };
}

/** What knex runs statements with: one for the pool, one for each transaction and each savepoint. */
interface Client {
  query(connection: Connection, statement: Statement): Promise<Answer>;
  /** Without the checks of `query`, which refuses what comes after a COMMIT. */
  _query(connection: Connection, statement: { sql: string }): Promise<Answer>;
  transaction(container: Container, config?: object, outer?: object): object;
}
interface Transactor {
  client: Client;
  executionPromise: Promise<unknown>;
  commit(value?: unknown): Promise<unknown>;
}
/** Gets the transaction when it has begun; a promise that it gives back decides how it ends. */
type Container = (transactor: Transactor) => unknown;

/** MariaDB rolls the whole transaction back with these errors; whatever follows would be stored by itself. */
const ROLLED_BACK = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Of a transaction with its savepoints. */
interface State {
  /** Why the database has ended it already, possibly without reporting it. */
  endedBy?: unknown;
}

/**
 * knex's `commit()` resolves although COMMIT has failed: only `executionPromise` rejects, which Strapi does not await. From
 * here on, `commit()` of every transaction on these connections rejects unless the database has acknowledged it.
 */
export const confirmCommits = (
  { connection }: Pick<Core.Strapi['db'], 'connection'>,
  deadlines: Deadlines = DEADLINES,
): void => guardTransactions(connection.client as Client, deadlines, () => ({}));

const guardTransactions = (client: Client, deadlines: Deadlines, stateOf: () => State): void => {
  const transaction = client.transaction.bind(client);
  client.transaction = (container, config, outer) =>
    transaction(
      (transactor) => {
        const state = stateOf();
        guardStatements(transactor.client, deadlines, state);
        const commit = transactor.commit.bind(transactor);
        transactor.commit = async (value) => {
          await commit(value);
          return transactor.executionPromise;
        };
        // Savepoints have a separate client.
        guardTransactions(transactor.client, deadlines, () => state);
        return container(transactor);
      },
      config,
      outer,
    );
};

const guardStatements = (client: Client, deadlines: Deadlines, state: State): void => {
  const query = client.query.bind(client);

  const commit = async (connection: Connection, statement: Statement): Promise<Answer> => {
    try {
      if (state.endedBy) throw state.endedBy;
      const answer = await withDeadline(deadlines.commit, connection, () => query(connection, statement));
      // PostgreSQL answers so, without an error, when a statement before it has failed.
      if (answer.response?.command === 'ROLLBACK')
        throw new Error('A statement of the transaction had failed before.');
      return answer;
    } catch (cause) {
      throw new CommitError(await rollBack(client, connection, deadlines.rollback, cause), { cause });
    }
  };

  client.query = async (connection, statement) => {
    const word = firstWordOf(statement);
    if (word === 'COMMIT') return commit(connection, statement);
    // What comes after the end would be stored by itself.
    if (state.endedBy && word !== 'ROLLBACK') throw state.endedBy;
    try {
      return await (word === 'ROLLBACK'
        ? withDeadline(deadlines.rollback, connection, () => query(connection, statement))
        : query(connection, statement));
    } catch (error) {
      if (hasEndedTransaction(connection, error)) state.endedBy = error;
      throw error;
    }
  };
};

/** A COMMIT that failed may leave its transaction open, on a connection that others get next. True when it is over. */
const rollBack = async (
  client: Client,
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

const firstWordOf = (statement: Statement): string | undefined => {
  const text = typeof statement === 'string' ? statement : statement.sql;
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase();
};
