import type { Core } from '@strapi/strapi';
import type { Table } from '../archive/manifest';
import { BackupProblem } from '../problem';
import { existingTables, SCHEMA_TABLE, storedTables } from './stored-schema';

type Database = Core.Strapi['db'];

/** What the first start of a server writes before anybody has signed in. */
const OF_A_FIRST_START: readonly string[] = [
  'admin_permissions',
  'admin_permissions_role_lnk',
  'admin_roles',
  'content_delivery_activity',
  'content_delivery_revisions',
  'i18n_locale',
  'strapi_api_tokens',
  'strapi_core_store_settings',
  'strapi_database_schema',
  'strapi_migrations',
  'strapi_migrations_internal',
  'up_permissions',
  'up_permissions_role_lnk',
  'up_roles',
];
const ACCOUNTS = 'accounts';
/** How many tables are named. */
const NAMED = 12;

/**
 * Makes sure that nothing is lost when all tables are replaced.
 * @param archived the tables that are to be made
 * @returns the tables that are there and can go
 * @throws BackupProblem that says what is there
 */
export const emptyTables = async (db: Database, archived: readonly Table[]): Promise<string[]> => {
  const existing = await existingTables(db);
  const stored = await storedTables(db.connection, existing);
  const known = new Set([...(stored ?? []), ...archived].map(({ name }) => name).concat(OF_A_FIRST_START));
  const foreign = existing.filter((name) => !known.has(name));
  if (foreign.length > 0) {
    throw notEmpty(`It has tables that are not this project's: ${listed(foreign)}.`);
  }
  const filled: string[] = [];
  for (const name of existing.filter((table) => !OF_A_FIRST_START.includes(table))) {
    const count = await rowsOf(db, name);
    if (count > 0 && !(name === ACCOUNTS && (await hasDefaultAccountOnly(db)))) {
      filled.push(`${name} (${count.toLocaleString('en')})`);
    }
  }
  if (filled.length === 0) return existing;
  const rows = `It has rows in ${listed(filled.sort())}`;
  throw notEmpty(!stored && existing.includes(SCHEMA_TABLE) ? `${rows}, ${CUT_OFF}` : `${rows}.`);
};

export const rowsOf = async (
  { connection }: Pick<Database, 'connection'>,
  table: string,
): Promise<number> => {
  const [row] = (await connection(table).count('* as count')) as { count: number | string }[];
  return Number(row?.count ?? 0);
};

const hasDefaultAccountOnly = async ({ connection }: Database): Promise<boolean> => {
  const accounts: { name: unknown }[] = await connection(ACCOUNTS).select('name').limit(2);
  return accounts.length === 1 && accounts[0]?.name === 'Default';
};

const listed = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** See buildTables: the note comes last. */
const CUT_OFF =
  'but no note that its tables are complete: a restore that was killed leaves it like that. Was it, drop the database.';

const notEmpty = (what: string): BackupProblem =>
  new BackupProblem(
    `The database is not empty, and a restore replaces nothing. ${what} ` +
      'Make an empty database and name it in DATABASE_NAME, or another file in DATABASE_FILENAME on SQLite.',
  );
