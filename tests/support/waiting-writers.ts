import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { databaseKind } from './databases';
import { until } from './until';

const outside = new AsyncResource('OutsideOfTransactions');

/** Begins something as a separate request would: not in the transaction that runs here. */
export const outsideOfTransactions = <Result>(begin: () => Result): Result => outside.runInAsyncScope(begin);

const WAITING = {
  postgres:
    "SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  mysql: `SELECT count(*) AS waiting FROM information_schema.innodb_trx t JOIN information_schema.processlist p
    ON p.id = t.trx_mysql_thread_id WHERE t.trx_state = 'LOCK WAIT' AND p.db = database()`,
};

/** Milliseconds. MariaDB shows transactions as they were until they were not queried for 100. */
const LOOK_EVERY = 150;

/** Resolves as soon as a writer waits for another one: for a lock, and on SQLite for the only connection. */
export const someoneWaits = async ({ db }: Core.Strapi): Promise<void> => {
  const kind = databaseKind();
  const { pool } = db.connection.client as { pool: { numPendingAcquires(): number } };
  const isWaiting = async (): Promise<boolean> => {
    if (kind === 'sqlite') return pool.numPendingAcquires() > 0;
    const result = (await db.connection.raw(WAITING[kind])) as
      { rows: { waiting: string }[] } | [{ waiting: number }[]];
    const [row] = Array.isArray(result) ? result[0] : result.rows;
    return Number(row?.waiting) > 0;
  };
  await until('a writer that waits for another one', isWaiting, { every: LOOK_EVERY });
};
