import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

/**
 * PostgreSQL: deadlock, serialization failure, a lock that was not free in time. MariaDB: deadlock, a row that changed since
 * it was read (from 11.6 on), a lock that was not free in time.
 * SQLite: another process is writing.
 */
const PASSING = new Set([
  '40P01',
  '40001',
  '55P03',
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
  'ER_LOCK_WAIT_TIMEOUT',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

/** True for an error that passes by itself: the same write may succeed when it is tried again. */
export const isTransient = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === undefined ? cause instanceof Error && isTransient(cause) : PASSING.has(code);
};

/** How often a transaction is tried that conflicts with others. */
const ATTEMPTS = 5;

/** Runs a function that is one transaction; again where a conflict with another writer has rolled it back. */
export const retried = async <Result>(transaction: (attempt: number) => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
    }
  }
};

/** Runs work in a transaction; again where a conflict with another writer has rolled it back. */
export const withRetries = <Result>(
  strapi: Core.Strapi,
  work: (transaction: { trx: Knex.Transaction }) => Promise<Result>,
): Promise<Result> => retried(async () => strapi.db.transaction(work));
