import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileStrapi } from '@strapi/strapi';
import { startServer } from './strapi';

/**
 * Once, before any integration test: compiles the project, and on SQLite lets a server set up the database
 * that every test file starts from a copy of, as Strapi's own migrations take seconds.
 */
export default async (): Promise<void> => {
  await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
  if ((process.env['TEST_DATABASE'] ?? 'sqlite') !== 'sqlite') return;

  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-template-'));
  const template = path.join(folder, 'data.db');
  const server = await startServer(
    {},
    { environment: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: template }, drop: async () => undefined },
  );
  await server.stopAndKeepDatabase();
  process.env['TEST_SQLITE_TEMPLATE'] = template;
};
