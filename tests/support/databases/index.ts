import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stop } from '../stop';
import { newDatabaseName } from './names';
import { addressOf, run } from './servers';

/** A database of one test file's own. */
export interface TestDatabase {
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/** Milliseconds: MariaDB writes to the disk for each table. */
const DROP_TIME = 30_000;

/** Drops a database. One that cannot be dropped is said, and goes at the end of the run. */
const dropped = (name: string, drop: () => Promise<unknown>): Promise<void> =>
  stop(`the removal of the database ${name}`, drop, { within: DROP_TIME });

export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

/** The kind that TEST_DATABASE names: sqlite (the default), postgres or mysql. */
export const databaseKind = (): DatabaseKind => {
  const kind = process.env['TEST_DATABASE'] ?? 'sqlite';
  if (kind === 'sqlite' || kind === 'postgres' || kind === 'mysql') return kind;
  throw new Error(`TEST_DATABASE is "${kind}"; use sqlite, postgres or mysql.`);
};

const sqlite = async (template: string | undefined): Promise<TestDatabase> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'content-delivery-'));
  if (template) await copyFile(template, path.join(directory, 'data.db'));
  return {
    environment: {
      DATABASE_URL: '',
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: path.join(directory, 'data.db'),
    },
    drop: () => dropped(directory, () => rm(directory, { recursive: true, force: true })),
  };
};

const environmentOf = (kind: 'postgres' | 'mysql', name: string): Record<string, string> => {
  const { host, port, user, password } = addressOf(kind);
  return {
    DATABASE_URL: '',
    DATABASE_CLIENT: kind,
    DATABASE_HOST: host,
    DATABASE_PORT: String(port),
    DATABASE_USERNAME: user,
    DATABASE_PASSWORD: password,
    DATABASE_NAME: name,
  };
};

const postgres = async (template: string | undefined): Promise<TestDatabase> => {
  const name = newDatabaseName();
  await run.postgres(
    `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`,
    // What a crash of the whole server would lose is no matter here.
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
  );
  return {
    environment: environmentOf('postgres', name),
    drop: () => dropped(name, () => run.postgres(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
};

const mysql = async (template: string | undefined): Promise<TestDatabase> => {
  const name = newDatabaseName();
  // The server's default collation ignores case; that is what the rules have to hold against.
  await run.mysql(
    `CREATE DATABASE ${name} CHARACTER SET utf8mb4; USE ${name};`,
    ...(template ? [await readFile(template, 'utf8')] : []),
  );
  return {
    environment: environmentOf('mysql', name),
    drop: () => dropped(name, () => run.mysql(`DROP DATABASE ${name}`)),
  };
};

const kinds = { sqlite, postgres, mysql };

/** Makes a database of the run's kind: like the template, if there is one already, else an empty one. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  kinds[databaseKind()](process.env['TEST_DATABASE_TEMPLATE']);

/** Makes one without any table. */
export const createEmptyDatabase = (kind = databaseKind()): Promise<TestDatabase> => kinds[kind](undefined);
