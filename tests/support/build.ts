import path from 'node:path';
import { compileStrapi } from '@strapi/strapi';
import { databaseKind } from './databases';
import { dropLeftovers } from './databases/leftovers';
import { expectServers } from './databases/servers';
import { makeTemplate } from './databases/template';

/** Whether `dist` has been made of these sources, with the admin panel where it is needed. */
export const isBuildCurrent = (): boolean => process.env['TEST_BUILD'] === 'current';

/** @throws when the server of the run's database does not answer, with what to do */
export const expectDatabase = async (): Promise<void> => {
  const kind = databaseKind();
  if (kind !== 'sqlite') await expectServers([kind]);
};

/**
 * Once, before any integration test: compiles the project and prepares the database. Several runs, one after the other or
 * side by side, share what was compiled before them with TEST_BUILD=current.
 */
export default async (): Promise<void> => {
  await expectDatabase();
  await dropLeftovers();
  if (!isBuildCurrent()) await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
  await makeTemplate();
};
