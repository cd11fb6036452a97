import type { Core } from '@strapi/strapi';
import { describeFailure } from '../../platform/database/loss';

interface DatabaseSettings {
  database: string;
  user: string;
  schema?: string;
}

interface DriverError {
  code?: unknown;
  message?: unknown;
}

const quotedBy =
  (mark: string) =>
  (name: string): string =>
    mark + name.replaceAll(mark, mark + mark) + mark;
const ofPostgres = quotedBy('"');
const ofMariaDb = quotedBy('`');

/** What the database says; undefined where it does not. */
const asked = <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> =>
  ask().catch(() => undefined);

/** MariaDB has an account for each pair of name and host. Which one this is, it says or can be asked; else null. */
const accountOf = async ({ db }: Core.Strapi, words: string): Promise<string | null> => {
  const [, said] = /^Access denied for user ('.*'@'[^']*') to database/.exec(words) ?? [];
  if (said !== undefined) return said;
  const account = await asked(async () => {
    const [rows] = (await db.connection.raw('SELECT CURRENT_USER() AS account')) as [{ account: string }[]];
    return rows[0]?.account;
  });
  const [, name, host] = /^(.*)@([^@]*)$/s.exec(account ?? '') ?? [];
  return name === undefined ? null : `'${name}'@'${host}'`;
};

const explainPostgres = async (
  strapi: Core.Strapi,
  { code, message }: DriverError,
): Promise<string | null> => {
  const { database, user, schema = 'public' } = settingsOf(strapi);
  const who = ofPostgres(user);
  const where = ofPostgres(schema);
  const run = `As an administrator, in the database "${database}", run: `;
  const words = String(message);
  if (code === '3F000') {
    return `The database "${database}" has no schema "${schema}" (DATABASE_SCHEMA). ${run}CREATE SCHEMA ${where} AUTHORIZATION ${who};`;
  }
  if (code === '25006') {
    return `The database "${database}" can only be read, as a replica is: connect to the server that is written to (DATABASE_HOST or DATABASE_URL).`;
  }
  // Strapi does not see tables that it has no right to, and would make them.
  if (code !== '42501' && code !== '42P07') return null;
  if (/permission denied for schema/.test(words)) {
    return `The user "${user}" may not make tables in the schema "${schema}" of the database "${database}". ${run}GRANT USAGE, CREATE ON SCHEMA ${where} TO ${who};`;
  }
  if (/permission denied for database/.test(words)) {
    return `The user "${user}" may not use the database "${database}". As an administrator, run: GRANT CONNECT ON DATABASE ${ofPostgres(database)} TO ${who};`;
  }
  const owner = await ownerIn(strapi, schema);
  if (code === '42P07' && owner === null) return null;
  return (
    `The user "${user}" lacks a right to the tables in the schema "${schema}" of the database "${database}" (${describeFailure({ message })}): ` +
    `connect as the user that owns them${owner === null ? '' : `, "${owner}"`}, or make this one their owner.`
  );
};

/** Another user who owns tables there; null where that cannot be found out. */
const ownerIn = async ({ db }: Core.Strapi, schema: string): Promise<string | null> => {
  const owner = await asked(async () => {
    const { rows } = (await db.connection.raw(
      'SELECT tableowner FROM pg_tables WHERE schemaname = ? AND tableowner <> current_user LIMIT 1',
      [schema],
    )) as { rows: { tableowner: string }[] };
    return rows[0]?.tableowner;
  });
  return owner ?? null;
};

const MARIADB_DENIED = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR']);

const explainMariaDb = async (
  strapi: Core.Strapi,
  { code, message }: DriverError,
): Promise<string | null> => {
  const { database, user } = settingsOf(strapi);
  if (code === 'ER_OPTION_PREVENTS_STATEMENT' && /read.only/i.test(String(message))) {
    return `The database "${database}" can only be read, as a replica is: connect to the server that is written to (DATABASE_HOST or DATABASE_URL).`;
  }
  if (typeof code !== 'string' || !MARIADB_DENIED.has(code)) return null;
  const account = await accountOf(strapi, describeFailure({ message }));
  return (
    `The user "${user}" lacks a right in the database "${database}" (${describeFailure({ message })}). As an administrator, run: ` +
    `GRANT ALL PRIVILEGES ON ${ofMariaDb(database)}.* TO ${account ?? 'its account'};`
  );
};

const settingsOf = (strapi: Core.Strapi): DatabaseSettings =>
  strapi.config.get<DatabaseSettings>('database.connection.connection');

/** What the database refuses to this user, and the statement that allows it; null for an error of another kind. */
export const explainRights = async (strapi: Core.Strapi, error: unknown): Promise<string | null> => {
  if (typeof error !== 'object' || error === null) return null;
  const kind = strapi.db.dialect.client;
  if (kind === 'postgres') return explainPostgres(strapi, error);
  return kind === 'mysql' ? explainMariaDb(strapi, error) : null;
};
