/** What is asked of the database itself, by one connection that can only read. */
import { existsSync } from 'node:fs';
import type { Knex } from 'knex';
import { describeUnreachable } from '../../../src/plugins/content-delivery/server/src/operation/startup/database';
import { ok, warning, wrong, type Check, type Finding } from '../finding';
import type { DatabaseSettings } from '../settings';
import { clockFinding } from './clock';
import { encryptionKeyFinding } from './encryption-key';
import { lookAtMariadb } from './mariadb';
import { CONNECT, openReadOnly } from './open';
import { lookAtPostgres } from './postgres';
import { lookAtSqlite } from './sqlite';

const LOOKS = { sqlite: lookAtSqlite, postgres: lookAtPostgres, mysql: lookAtMariadb };
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MariaDB' };
/** Of Strapi, in each database that a server was started on. */
const FIRST_TABLE = 'strapi_core_store_settings';
const USERS = 'admin_users';

/** Statements whose time is taken. */
const SAMPLES = 7;
/** Milliseconds. Every request asks the database whether something has changed. */
const FAR = 10;

const millisecondsOf = async (sql: Knex): Promise<number> => {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await sql.raw('SELECT 1');
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(SAMPLES / 2)] ?? 0;
};

/**
 * How the database is looked at, and the connection for others; null while it is not reached, or has no tables yet.
 * @param workers beside each server
 */
export const createDatabaseChecks = (settings: DatabaseSettings | null, workers: number) => {
  let isAway = false;
  let sql: Knex | null = null;
  let tables: Knex | null = null;

  const reach = async (): Promise<Finding[]> => {
    if (!settings) return [];
    const { client, connection } = settings;
    if (client === 'sqlite' && !existsSync(String(connection['filename'])))
      return [
        warning(
          'Database',
          `There is no file ${connection['filename']} (DATABASE_FILENAME): the start makes an empty one.`,
        ),
      ];
    const opened = openReadOnly(settings);
    try {
      await opened.raw('SELECT 1');
    } catch (error) {
      isAway = true;
      void opened.destroy().catch(() => undefined);
      const asked = { client, connection, acquireConnectionTimeout: CONNECT };
      return [wrong('Database', describeUnreachable(asked, error))];
    }
    sql = opened;
    const milliseconds = await millisecondsOf(opened);
    const far = `${NAMES[client]} answers in ${milliseconds.toFixed(1)} ms`;
    return [
      milliseconds > FAR
        ? warning('Database', `${far}, which is added to every request. Run the server nearer to it.`)
        : ok('Database', far),
      ...(await LOOKS[client](opened, settings, workers)),
    ];
  };

  const content = async (): Promise<Finding[]> => {
    if (!sql)
      return isAway
        ? [
            warning(
              'Tables',
              'Not looked at, nor are uploads, encryption key and time: the database is needed for that.',
            ),
          ]
        : [];
    if (!(await sql.schema.hasTable(FIRST_TABLE)))
      return [ok('Tables', 'none yet: the first start makes them')];
    tables = sql;
    const [row] = (await sql(USERS).count({ count: '*' })) as { count: number | string }[];
    const users = Number(row?.count);
    return [
      users === 0
        ? warning('Administrator', 'None has registered: whoever opens /admin first becomes one. Do it now.')
        : ok(
            'Administrator',
            `${users} ${users === 1 ? 'user has' : 'users have'} access to the admin panel`,
          ),
      ...(await encryptionKeyFinding(sql, process.env['ENCRYPTION_KEY'] ?? '')),
    ];
  };

  const checks: Check[] = [
    { about: 'Database', seconds: 30, look: reach },
    { about: 'Tables', look: content },
  ];
  const clock: Check = {
    about: 'Time',
    look: async () => (sql && settings ? [await clockFinding(sql, settings.client)] : []),
  };
  return {
    checks,
    clock,
    /** The connection; null where there is nothing to read. */
    tables: (): Knex | null => tables,
    close: async (): Promise<void> => void (await sql?.destroy()),
  };
};
