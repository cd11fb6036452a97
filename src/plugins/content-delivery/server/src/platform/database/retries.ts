import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

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
const isTransient = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === undefined ? cause instanceof Error && isTransient(cause) : PASSING.has(code);
};

/** How often a transaction is tried that met with others. */
const ATTEMPTS = 5;

/** Runs a transaction, and again when it met with another writer and was taken back. */
export const withRetries = async <Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await strapi.db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
    }
  }
};

/** Two writers can meet with locks taken in opposite order; the database then takes back one of them. */
export const explainTransient = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (_context, next) => {
    try {
      return await next();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const explained = new errors.ApplicationError(
        'Another editor was saving at the same moment, so nothing was changed. Please try again.',
      );
      throw Object.assign(explained, { cause: error });
    }
  });
};
