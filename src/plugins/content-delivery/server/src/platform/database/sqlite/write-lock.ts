import type { Client } from '../around-statements';

/**
 * Transactions take SQLite's write lock when they begin, as all of Strapi's come to write. One that reads first and writes
 * then would fail at once (SQLITE_BUSY_SNAPSHOT) if another process, such as an import, had written in between; so it
 * waits for the lock instead, and what it has read stays true until it commits. Processes that read only wait for nothing.
 */
export const takeWriteLockAtBegin = (client: Client): void => {
  const create = client.transaction.bind(client);
  client.transaction = (container, config, outer) => {
    const transaction = create(container, config, outer);
    // knex begins once it has a connection, so never before this; a savepoint is not begun. Its own `query` would keep the
    // error to itself, and only say of the next statement that the transaction is complete.
    transaction.begin = (connection) => transaction.trxClient.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  };
};
