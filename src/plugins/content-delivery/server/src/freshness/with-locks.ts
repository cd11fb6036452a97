import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { withRetries } from '../platform/database/retries';
import { lockRevisions, type Scope } from './revisions';

/**
 * Runs work in a transaction that holds these locks; again where a conflict with another writer has rolled it back. The locks
 * come first: what the work reads cannot change until it is over, and on SQLite a transaction that begins by reading may
 * not be able to write.
 */
export const withLocks = <Result>(
  strapi: Core.Strapi,
  scopes: readonly Scope[],
  work: (transaction: { trx: Knex.Transaction }) => Promise<Result>,
): Promise<Result> =>
  withRetries(strapi, async (transaction) => {
    await lockRevisions(strapi, scopes);
    return work(transaction);
  });
