import path from 'node:path';
import { compileStrapi } from '@strapi/strapi';
import { dropLeftovers } from '../support/databases/leftovers';
import { expectServers } from '../support/databases/servers';

/** Once for all databases that are played on: compiles the project, unless TEST_BUILD says that this has been done. */
export default async (): Promise<void> => {
  const kinds = (['postgres', 'mysql'] as const).filter((kind) =>
    (process.env['FAULTS_DATABASES'] ?? 'postgres,mysql').split(',').includes(kind),
  );
  await expectServers(kinds);
  for (const kind of kinds) {
    process.env['TEST_DATABASE'] = kind;
    await dropLeftovers();
  }
  Reflect.deleteProperty(process.env, 'TEST_DATABASE');
  if (process.env['TEST_BUILD'] !== 'current')
    await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
};
