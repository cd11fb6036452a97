import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../strapi';
import { createTestDatabase, databaseKind, type TestDatabase } from './index';
import { run } from './servers';

/** What is kept for the length of a run, by what `TEST_DATABASE_TEMPLATE` then names. */
const keep = {
  /** A file to copy. */
  sqlite: async ({ environment }: TestDatabase): Promise<string> => environment['DATABASE_FILENAME'] ?? '',

  /** A database to copy, which must have no connections. */
  postgres: async ({ environment }: TestDatabase): Promise<string> => environment['DATABASE_NAME'] ?? '',

  /** A file of statements; the rows are copied by the server, from the database that they were found in. */
  async mysql({ environment }: TestDatabase): Promise<string> {
    const name = environment['DATABASE_NAME'] ?? '';
    const statements = ['SET foreign_key_checks = 0, unique_checks = 0'];
    const tables = await run.mysql(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${name}' ORDER BY table_name`,
    );
    for (const { name: table } of tables) {
      const [created] = await run.mysql(`SHOW CREATE TABLE ${name}.\`${table}\``);
      statements.push(String(created?.['Create Table']));
      const [first] = await run.mysql(`SELECT 1 FROM ${name}.\`${table}\` LIMIT 1`);
      if (first) statements.push(`INSERT INTO \`${table}\` SELECT * FROM ${name}.\`${table}\``);
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-template-'));
    const file = path.join(folder, 'database.sql');
    await writeFile(file, statements.join(';\n'));
    return file;
  },
};

/**
 * Lets a server set up the database that every test file starts from a copy of, as Strapi's own migrations and
 * its schema take seconds. Once for a run, however many kinds of tests are in it.
 */
export const makeTemplate = async (): Promise<void> => {
  if (process.env['TEST_DATABASE_TEMPLATE']) return;
  const database = await createTestDatabase();
  await (await startServer({}, database)).stopAndKeepDatabase();
  // The second start changes a little of what the first has made, a third nothing.
  const server = await startServer({}, database);
  // Else each server counts its uploads 15 seconds after its start: a write that no test knows of.
  await server.strapi.store.set({
    type: 'plugin',
    name: 'upload',
    key: 'metrics',
    value: { lastWeeklyUpdate: Date.now(), weeklySchedule: `0 0 0 * * ${(new Date().getDay() + 3) % 7}` },
  });
  await server.stopAndKeepDatabase();
  process.env['TEST_DATABASE_TEMPLATE'] = await keep[databaseKind()](database);
};

/** Removes what `makeTemplate` has kept in files; databases are dropped with all others of the run. */
export const removeTemplate = async (): Promise<void> => {
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  if (template && databaseKind() !== 'postgres') {
    await rm(path.dirname(template), { recursive: true, force: true });
  }
};
