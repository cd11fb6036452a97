import pg, { type Client } from 'pg';
import { failureOf } from '../../plugins/content-delivery/server/src/platform/patches/connection-setup';
import {
  keepStatements,
  type SqliteConnection,
} from '../../plugins/content-delivery/server/src/platform/patches/sqlite-statements';

/** What a connection pool hands to `afterCreate`: a connection of the driver, before its first use. */
type Ready<Connection> = (
  connection: Connection,
  done: (error: unknown, connection: Connection) => void,
) => void;

/** Goes on with a connection that Strapi could prepare. */
const unlessFailed =
  <Connection extends object>(tune: Ready<Connection>): Ready<Connection> =>
  (connection, done) => {
    const failure = failureOf(connection);
    return failure ? done(failure.error, connection) : tune(connection, done);
  };

/** Readers do not wait for a writer, and a second process waits for the first, where it can, instead of failing. */
export const tuneSqlite = unlessFailed<SqliteConnection & { pragma(text: string): unknown }>(
  (connection, done) => {
    try {
      keepStatements(connection);
      connection.pragma('journal_mode = WAL');
      connection.pragma('synchronous = NORMAL');
      connection.pragma('busy_timeout = 10000');
      // The plugin moves what is in the log to its place in a separate thread. Where it cannot, a commit does at 1 GB.
      connection.pragma('wal_autocheckpoint = 262144');
    } catch (error) {
      // A file that cannot be written, or is none of SQLite. Thrown here, it would end the process.
      return done(error, connection);
    }
    done(null, connection);
  },
);

interface MysqlConnection {
  query(sql: string, done: (error: unknown) => void): void;
}

/**
 * How long a writer waits for a lock, and how long a transaction that has written may say nothing: then it is that of a server
 * that has gone or hangs, whose locks MariaDB would keep for hours. MySQL does not have the second one.
 */
const WAITS = 'innodb_lock_wait_timeout = 20 /*M!100300 , idle_write_transaction_timeout = 60 */';

/**
 * The rules on content are checked after taking the website's lock. Under MariaDB's default (repeatable
 * read) such a check would look at a snapshot from before the lock; PostgreSQL's default is right already.
 */
export const tuneMysql = unlessFailed<MysqlConnection>((connection, done) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) => {
    if (error) return done(error, connection);
    // As the driver's own time zone: what the server itself makes of dates is the same then.
    connection.query(`SET SESSION time_zone = '+00:00', ${WAITS}`, (failure) => done(failure, connection));
  });
});

const { TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
const parseWithZone = pg.types.getTypeParser(TIMESTAMPTZ);

/**
 * Strapi's columns on PostgreSQL are timestamps without a time zone. The driver takes them for the local time of the
 * process, so that another time zone, or a change to summer time, would change what is stored. Here they are UTC.
 */
export const tunePostgres = unlessFailed<Client>((connection, done) => {
  // The driver has this for the whole process only.
  pg.defaults.parseInputDatesAsUTC = true;
  connection.setTypeParser(
    TIMESTAMP,
    (text: string) => parseWithZone(text.replace(/(?= BC$|$)/, '+00')) as Date,
  );
  connection.query(`SET TIME ZONE 'UTC'`, (error) => done(error, connection));
});
