import type { KnexClient } from '../../patches/knex-client';
import { beginTransactionsWith } from '../../patches/knex-transactions';

/**
 * Transactions take SQLite's write lock when they begin, as all of Strapi's come to write. One that reads first and writes
 * then would fail at once (SQLITE_BUSY_SNAPSHOT) if another process, such as an import, had written in between; so it
 * waits for the lock instead, and what it has read stays true until it commits. Processes that read only wait for nothing.
 *
 * Where requests of the panel leave the connection to others while they read, a transaction takes it, and the lock, with its
 * first statement of its own (`deferred-connections.ts`).
 */
export const takeWriteLockAtBegin = (client: KnexClient): void =>
  beginTransactionsWith(client, 'BEGIN IMMEDIATE;');
