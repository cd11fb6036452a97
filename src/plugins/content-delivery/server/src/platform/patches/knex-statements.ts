import { KNEX, type Connection, type KnexClient, type Statement } from './knex-client';
import { onTransactions } from './knex-transactions';
import { replaceFunction } from './replace';

/** A transaction with its savepoints. */
export interface Transaction {
  hasWritten: boolean;
}

/** @param transaction null outside of transactions */
type Around = (
  statement: Statement,
  /** On the connection of the transaction or the pool, or on another one. */
  run: (on?: Connection) => Promise<Statement>,
  transaction: Transaction | null,
  connection: Connection,
) => Promise<Statement>;

/** knex would put the statement in front of a message that has nothing to do with it, or speak of a query's timeout. */
export const keepMessage = <Failure extends Error>(error: Failure): Failure => {
  const { message } = error;
  return Object.defineProperty(error, 'message', { get: () => message, set: () => undefined });
};

const WRITES_NOTHING = /^\s*(select|begin|savepoint|release|rollback|commit)\b/i;

/**
 * Changes `_query` of knex's clients, read at knex 3.0.1: its events tell of statements, and let nobody change or replace
 * one. Puts something around every statement from here on, inside of transactions too.
 */
export const aroundStatements = (client: KnexClient, around: Around): void => {
  guard(client, null, around);
  onTransactions<Transaction>(client, (transactor, whole) => {
    const transaction = whole ?? { hasWritten: false };
    guard(transactor.client, transaction, around);
    return transaction;
  });
};

const guard = (client: KnexClient, transaction: Transaction | null, around: Around): void =>
  replaceFunction(client, '_query', { readAt: KNEX, parameters: 2 }, (query) => (connection, statement) => {
    const run = (on = connection): Promise<Statement> => {
      if (transaction && !WRITES_NOTHING.test(statement.sql ?? '')) transaction.hasWritten = true;
      return query(on, statement);
    };
    return around(statement, run, transaction, connection);
  });
