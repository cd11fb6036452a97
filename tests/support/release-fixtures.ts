import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import type { RichSystem } from '../fixtures/rich-system';
import type { Delivered } from './answers';
import { createEmptyDatabase, databaseKind, type TestDatabase } from './databases';

/** What a release has left: the variables it ran with, what is in its database, and what it delivered of that. */
export interface ReleaseFixture {
  environment: Record<string, string>;
  system: RichSystem;
  responses: Delivered[];
}

const RELEASES = path.resolve(__dirname, '..', 'fixtures', 'releases');

const filesOf = (version: string): [sql: string, fixture: string] => {
  const start = path.join(RELEASES, version, databaseKind());
  return [`${start}.sql.gz`, `${start}.json.gz`];
};

/** Every release that there is a database of. */
export const releases = (): string[] => readdirSync(RELEASES).sort();

export const saveRelease = async (version: string, sql: string, fixture: ReleaseFixture): Promise<void> => {
  const [sqlFile, fixtureFile] = filesOf(version);
  await mkdir(path.dirname(sqlFile), { recursive: true });
  await writeFile(sqlFile, gzipSync(sql, { level: 9 }));
  await writeFile(fixtureFile, gzipSync(JSON.stringify(fixture, null, 1), { level: 9 }));
};

/** Puts the database of a release, of the kind that TEST_DATABASE names, into a fresh one. */
export const loadRelease = async (
  version: string,
): Promise<{ database: TestDatabase; fixture: ReleaseFixture }> => {
  const [sqlFile, fixtureFile] = filesOf(version);
  const sql = gunzipSync(await readFile(sqlFile)).toString('utf8');
  const fixture = JSON.parse(gunzipSync(await readFile(fixtureFile)).toString('utf8')) as ReleaseFixture;
  const database = await createEmptyDatabase();
  await { sqlite: intoSqlite, postgres: intoPostgres, mysql: intoMariaDb }[databaseKind()](database, sql);
  return { database, fixture };
};

type Load = (database: TestDatabase, sql: string) => Promise<void>;

const serverOf = ({ environment }: TestDatabase) => ({
  host: environment['DATABASE_HOST'] ?? '',
  port: Number(environment['DATABASE_PORT']),
  user: environment['DATABASE_USERNAME'] ?? '',
  password: environment['DATABASE_PASSWORD'] ?? '',
  database: environment['DATABASE_NAME'] ?? '',
});

const intoSqlite: Load = async ({ environment }, sql) => {
  const database = new SqliteDatabase(environment['DATABASE_FILENAME']);
  database.pragma('foreign_keys = OFF');
  database.transaction(() => database.exec(sql))();
  database.close();
};

const intoPostgres: Load = async (database, sql) => {
  const { Client } = await import('pg');
  const client = new Client(serverOf(database));
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const intoMariaDb: Load = async (database, sql) => {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({
    ...serverOf(database),
    charset: 'utf8mb4',
    multipleStatements: true,
  });
  await connection.query(sql).finally(() => connection.end());
};
