import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A database of one test file's own. */
export interface TestDatabase {
  environment: Record<string, string>;
  drop(): Promise<void>;
}

let counter = 0;
const uniqueName = () => `content_delivery_test_${process.pid}_${(counter += 1)}`;

const sqlite = async (isEmpty: boolean): Promise<TestDatabase> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'content-delivery-'));
  const template = process.env['TEST_SQLITE_TEMPLATE'];
  if (template && !isEmpty) await copyFile(template, path.join(directory, 'data.db'));
  return {
    environment: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: path.join(directory, 'data.db') },
    drop: () => rm(directory, { recursive: true, force: true }),
  };
};

const postgres = async (_isEmpty: boolean): Promise<TestDatabase> => {
  const server = { host: '127.0.0.1', port: 5432, user: 'postgres' };
  const name = uniqueName();
  const run = async (sql: string) => {
    const { Client } = await import('pg');
    const client = new Client({ ...server, database: 'postgres' });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  return {
    environment: {
      DATABASE_CLIENT: 'postgres',
      DATABASE_HOST: server.host,
      DATABASE_PORT: String(server.port),
      DATABASE_USERNAME: server.user,
      DATABASE_PASSWORD: '',
      DATABASE_NAME: name,
    },
    drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
};

const mysql = async (_isEmpty: boolean): Promise<TestDatabase> => {
  const server = { host: '127.0.0.1', port: 3306, user: 'root' };
  const name = uniqueName();
  const run = async (sql: string) => {
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection(server);
    await connection.query(sql).finally(() => connection.end());
  };
  // The server's default collation ignores case; that is what the rules have to hold against.
  await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  return {
    environment: {
      DATABASE_CLIENT: 'mysql',
      DATABASE_HOST: server.host,
      DATABASE_PORT: String(server.port),
      DATABASE_USERNAME: server.user,
      DATABASE_PASSWORD: '',
      DATABASE_NAME: name,
    },
    drop: () => run(`DROP DATABASE ${name}`),
  };
};

const kinds = { sqlite, postgres, mysql };

export type DatabaseKind = keyof typeof kinds;

/** What TEST_DATABASE names: sqlite (the default), postgres or mysql. */
export const databaseKind = (): DatabaseKind => {
  const kind = process.env['TEST_DATABASE'] ?? 'sqlite';
  if (!(kind in kinds)) throw new Error(`TEST_DATABASE is "${kind}"; use sqlite, postgres or mysql.`);
  return kind as DatabaseKind;
};

/** Makes a database on which a server can start; on SQLite one has, as it takes long for the first time. */
export const createTestDatabase = (): Promise<TestDatabase> => kinds[databaseKind()](false);

/** Makes one without any table. */
export const createEmptyDatabase = (kind = databaseKind()): Promise<TestDatabase> => kinds[kind](true);
