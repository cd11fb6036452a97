import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from './strapi';

/**
 * On SQLite, lets a server set up the database that every test file starts from a copy of, as Strapi's own
 * migrations take seconds. Once for a run, however many kinds of tests are in it.
 */
export const makeTemplate = async (): Promise<void> => {
  if ((process.env['TEST_DATABASE'] ?? 'sqlite') !== 'sqlite' || process.env['TEST_SQLITE_TEMPLATE']) return;

  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-template-'));
  const template = path.join(folder, 'data.db');
  const server = await startServer(
    {},
    { environment: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: template }, drop: async () => undefined },
  );
  await server.stopAndKeepDatabase();
  process.env['TEST_SQLITE_TEMPLATE'] = template;
};

export const removeTemplate = async (): Promise<void> => {
  const template = process.env['TEST_SQLITE_TEMPLATE'];
  if (template) await rm(path.dirname(template), { recursive: true, force: true });
};
