import path from 'node:path';
import { compileStrapi } from '@strapi/strapi';
import { databaseKind } from './databases';
import { dropLeftovers } from './databases/leftovers';
import { expectServers } from './databases/servers';
import { makeTemplate } from './databases/template';

/** Once, before any integration test: compiles the project and prepares the database. */
export default async (): Promise<void> => {
  const kind = databaseKind();
  if (kind !== 'sqlite') await expectServers([kind]);
  await dropLeftovers();
  await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
  await makeTemplate();
};
