import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { Column, Table } from '../archive/manifest';
import { BackupProblem } from '../problem';

type Database = Core.Strapi['db'];

const column = (name: string, type: string, args: unknown[] = []): Column => ({
  name,
  type,
  args,
  defaultTo: null,
  notNullable: type === 'increments',
  unsigned: false,
});
const id = column('id', 'increments', [{ primary: true, primaryKey: true }]);
const time = column('time', 'datetime', [{ useTz: false }]);
const table = (name: string, ...columns: Column[]): Table => ({
  name,
  columns,
  indexes: [],
  foreignKeys: [],
});

/** Where Strapi notes which tables there are, and that they are complete. */
export const SCHEMA_TABLE = 'strapi_database_schema';

/** What Strapi keeps about the database itself; these are no models, and so not in the schema that it stores. */
const OWN_TABLES: readonly Table[] = [
  table(SCHEMA_TABLE, id, column('schema', 'json'), time, column('hash', 'string')),
  table('strapi_migrations', id, column('name', 'string'), time),
  table('strapi_migrations_internal', id, column('name', 'string'), time),
];

/**
 * Tables whose rows are of no use to anybody else: who was signed in; what preview links are signed with, as a link that
 * was ended since would work again; and what webhooks and caches in front were told, or are to be told, of the system that
 * was backed up.
 */
const LEFT_EMPTY: readonly string[] = [
  'strapi_sessions',
  'content_delivery_previews',
  'content_delivery_webhook_events',
  'content_delivery_webhook_attempts',
  'content_delivery_purges',
  'content_delivery_purge_attempts',
];

export const isLeftEmpty = ({ name }: Table): boolean => LEFT_EMPTY.includes(name);

/**
 * The tables as the database has them: what Strapi noted when it last changed them. That is right also for a
 * database that another release has written.
 * @param existing names of all tables of the database
 * @returns null when Strapi has never started on it
 * @throws BackupProblem when the note cannot be read
 */
export const storedTables = async (knex: Knex, existing: readonly string[]): Promise<Table[] | null> => {
  if (!existing.includes(SCHEMA_TABLE)) return null;
  const row: { schema: unknown } | undefined = await knex(SCHEMA_TABLE)
    .orderBy('time', 'desc')
    .first('schema');
  if (!row) return null;
  const schema = (typeof row.schema === 'string' ? JSON.parse(row.schema) : row.schema) as {
    tables?: Table[];
  } | null;
  if (!Array.isArray(schema?.tables)) {
    throw new BackupProblem(`The table ${SCHEMA_TABLE} does not say which tables there are.`);
  }
  return [...schema.tables, ...OWN_TABLES].filter(({ name }) => existing.includes(name));
};

export const existingTables = (db: Database): Promise<string[]> =>
  (db.dialect.schemaInspector as { getTables(): Promise<string[]> }).getTables();
