import { KNEX, type KnexClient, type Transactor } from './knex-client';
import { expectFunction, replaceFunction } from './replace';

/**
 * Changes `transaction` of knex's clients, read at knex 3.0.1. knex gives each transaction, and each savepoint in one, a
 * client of its own, made from the class, and says so to nobody: what is changed in the client of the pool holds there only when it is changed again.
 */
const READ_AT = { readAt: KNEX };

/**
 * Calls back with each transaction, and each savepoint in one, before any of its work.
 * @param opened gets what it gave back for the transaction itself; null when it is called with that one
 */
export const onTransactions = <Whole>(
  client: KnexClient,
  opened: (transactor: Transactor, whole: Whole | null) => Whole,
  whole: Whole | null = null,
): void =>
  replaceFunction(client, 'transaction', READ_AT, (transaction) => (container, config, outer) => {
    const withOpened = (transactor: Transactor): unknown => {
      onTransactions(transactor.client, opened, opened(transactor, whole));
      return container(transactor);
    };
    return transaction(withOpened, config, outer);
  });

/** Has the transactions of a pool begin with another statement. */
export const beginTransactionsWith = (client: KnexClient, statement: string): void =>
  replaceFunction(client, 'transaction', READ_AT, (create) => (container, config, outer) => {
    const transaction = create(container, config, outer);
    expectFunction(transaction, 'begin', READ_AT);
    // knex begins once it has a connection, so never before this; a savepoint is not begun. Its own `query` would keep the
    // error to itself, and only say of the next statement that the transaction is complete.
    transaction.begin = (connection) => transaction.trxClient.query(connection, statement);
    return transaction;
  });
