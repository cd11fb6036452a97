import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createSemaphore } from '../semaphore';
import { unavailable } from '../unavailable';
import { describeFailure, endsConnection } from './loss';
import { CommitError } from './commits';
import { DatabaseTimeout } from './circuit-breaker';
import { openLongReads } from './long-reads';
import { openShortReads, type ShortReads } from './short-reads';
import { openSqlite, type SqliteReader } from './sqlite-reader';
import { fill, type Snapshot } from './statement';

/** The database could not be read: a 503, not a fault of the request. */
const databaseUnavailable = () =>
  unavailable('The content cannot be read at the moment. Please try again shortly.');

/** A snapshot that is kept until it is closed, however long that takes. */
export interface ReadSession {
  snapshot: Snapshot;
  close(): Promise<void>;
}

/**
 * What the reader has beside Strapi's connections. On SQLite there are two: within a snapshot, a connection does not
 * see that others have committed something.
 */
type Own =
  | { sqlite: { snapshots: SqliteReader; revisions: SqliteReader }; shortReads: null }
  | { sqlite: null; shortReads: ShortReads };

/** Milliseconds after which others do not wait for a snapshot that hangs, as on a connection that is lost. */
const MAX_WAIT_FOR_CONNECTION = 10_000;

const ISOLATION = { isolationLevel: 'repeatable read' } as const;

/**
 * Reads for the delivery routes. All that one call of `snapshot` reads was committed at one moment.
 * @param observe called with the milliseconds of each statement
 * @param noteLoss called with errors of a lost connection
 */
export const createReader = (
  strapi: Core.Strapi,
  observe: (milliseconds: number) => void,
  noteLoss: (error: unknown) => void,
) => {
  const filename = sqliteFileOf(strapi);
  const own: Own =
    filename === null
      ? { sqlite: null, shortReads: openShortReads(strapi) }
      : {
          sqlite: { snapshots: openSqlite(filename), revisions: openSqlite(filename) },
          shortReads: null,
        };
  const connection: Knex = strapi.db.connection;
  const longReads = openLongReads(strapi);

  // However many readers come at once, half of Strapi's connections are left to editors and jobs.
  const { max = 1 } = (connection.client as { pool?: { max?: number } }).pool ?? {};
  const seats = createSemaphore({ capacity: Math.max(1, Math.floor(max / 2)) });
  const seated = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    const release = await seats.acquire();
    const timer = setTimeout(release, MAX_WAIT_FOR_CONNECTION);
    try {
      return await read();
    } finally {
      clearTimeout(timer);
      release();
    }
  };

  /** @throws an HTTP error 503 where it is the database that failed */
  const guarded = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      // Else requests would wait on a dead connection.
      await own.shortReads?.probeIfOpen();
      return await read();
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      if (isLossOf(strapi, error)) noteLoss(error);
      else strapi.log.error(`The delivery routes could not read the database: ${describeFailure(error)}`);
      throw databaseUnavailable();
    }
  };

  const timed = (snapshot: Snapshot): Snapshot => ({
    async rows(statement, values) {
      const start = performance.now();
      try {
        return await snapshot.rows(statement, values);
      } finally {
        observe(performance.now() - start);
      }
    },
  });
  const guardedView = (snapshot: Snapshot): Snapshot => {
    const view = timed(snapshot);
    return { rows: (statement, values) => guarded(() => view.rows(statement, values)) };
  };

  return {
    ...own,

    /** For short reads: on SQLite they take turns. @throws an HTTP error 503 */
    snapshot: <Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
      guarded(() =>
        own.sqlite
          ? own.sqlite.snapshots.snapshot((snapshot) => read(timed(snapshot)))
          : seated(() =>
              connection.transaction((transaction) => read(timed(snapshotOf(transaction))), ISOLATION),
            ),
      ),

    /** For one statement, which is of one moment by itself. @throws an HTTP error 503 */
    single: <Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
      guarded(() =>
        own.sqlite
          ? own.sqlite.snapshots.single((snapshot) => read(timed(snapshot)))
          : seated(() => read(timed(snapshotOf(connection)))),
      ),

    /** For reads that may take long: on a separate connection. @throws an HTTP error 503 */
    session: (): Promise<ReadSession> =>
      guarded(async () => {
        if (filename !== null) {
          const { snapshot, close } = openSqlite(filename).begin();
          return { snapshot: guardedView(snapshot), close };
        }
        const transaction = await longReads.connection().transaction(ISOLATION);
        return {
          snapshot: guardedView(snapshotOf(transaction)),
          close: async () => void (await transaction.rollback().catch(() => undefined)),
        };
      }),

    async destroy(): Promise<void> {
      own.sqlite?.snapshots.close();
      own.sqlite?.revisions.close();
      await Promise.all([own.shortReads?.destroy(), longReads.destroy()]);
    },
  };
};

export type Reader = ReturnType<typeof createReader>;

/** Null on the other databases. */
const sqliteFileOf = (strapi: Core.Strapi): string | null => {
  if (strapi.db.dialect.client !== 'sqlite') return null;
  const { filename } = strapi.db.connection.client.connectionSettings as { filename: string };
  return filename;
};

const snapshotOf = (connection: Knex): Snapshot => ({
  async rows<Row>(statement: Parameters<typeof fill>[0], values: Readonly<Record<string, unknown>>) {
    const result = (await connection.raw(statement.sql, fill(statement, values) as Knex.RawBinding[])) as
      { rows: Row[] } | [Row[], unknown];
    // The drivers of PostgreSQL and MariaDB each answer a raw statement in their own form.
    return Array.isArray(result) ? result[0] : result.rows;
  },
});

/** Drivers give their errors a code. */
const isOfDatabase = (error: unknown): boolean => {
  if (error instanceof DatabaseTimeout || error instanceof CommitError || endsConnection(error)) return true;
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  return (
    name === 'KnexTimeoutError' ||
    (typeof code === 'string' && !code.startsWith('ERR_')) ||
    /connection is not open|unable to acquire/i.test(String(message))
  );
};

/** A file is not lost with a connection. */
const isLossOf = (strapi: Core.Strapi, error: unknown): boolean =>
  strapi.db.dialect.client !== 'sqlite' &&
  (error instanceof DatabaseTimeout || (error as Error).name === 'KnexTimeoutError' || endsConnection(error));
