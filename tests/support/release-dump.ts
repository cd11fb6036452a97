import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import type { DatabaseKind, TestDatabase } from './databases';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

/** A database as SQL that a driver can execute, made by the tools that belong to the database. */
export const dumpOf = (kind: DatabaseKind, { environment }: TestDatabase): Promise<string> => {
  const setting = (name: string): string => environment[`DATABASE_${name}`] ?? '';
  switch (kind) {
    case 'sqlite':
      return Promise.resolve(sqliteDump(setting('FILENAME')));
    case 'postgres':
      return postgresDump(setting('HOST'), setting('PORT'), setting('USERNAME'), setting('NAME'));
    case 'mysql':
      return mariaDbDump(setting('HOST'), setting('PORT'), setting('USERNAME'), setting('NAME'));
  }
};

const sqliteDump = (file: string): string => {
  const database = new SqliteDatabase(file, { readonly: true });
  const schema = database
    .prepare(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
    .all() as { type: string; name: string; sql: string }[];
  const statements = schema.filter(({ type }) => type === 'table').map(({ sql }) => sql);
  for (const { name } of schema.filter(({ type }) => type === 'table')) {
    const columns = (database.pragma(`table_info("${name}")`) as { name: string }[]).map(
      (column) => `quote("${column.name}")`,
    );
    const rows = database
      .prepare(`SELECT ${columns.join(` || ',' || `)} FROM "${name}"`)
      .pluck()
      .all();
    for (const row of rows) statements.push(`INSERT INTO "${name}" VALUES (${String(row)})`);
  }
  statements.push(...schema.filter(({ type }) => type !== 'table').map(({ sql }) => sql));
  database.close();
  return statements.map((statement) => `${statement};\n`).join('');
};

const postgresDump = async (host: string, port: string, user: string, name: string): Promise<string> => {
  const options = ['--no-owner', '--no-privileges', '--no-comments', '--inserts', '--rows-per-insert=100'];
  const { stdout } = await run('pg_dump', [...options, '-h', host, '-p', port, '-U', user, name], {
    maxBuffer: MAX_BYTES,
  });
  // Commands of psql's own, and settings that other versions of the server may not know.
  return stdout
    .replace(/^(\\.*|SET .*;|SELECT pg_catalog\.set_config\(.*|--.*)\n/gm, '')
    .replace(/\n{2,}/g, '\n');
};

const mariaDbDump = async (host: string, port: string, user: string, name: string): Promise<string> => {
  const options = ['--skip-comments', '--skip-dump-date', '--default-character-set=utf8mb4', '--hex-blob'];
  const { stdout } = await run('mariadb-dump', [...options, '-h', host, '-P', port, '-u', user, name], {
    maxBuffer: MAX_BYTES,
  });
  // The client's sandbox is no comment to the server.
  return stdout.replace(/^\/\*M?!999999.*\n/m, '');
};
