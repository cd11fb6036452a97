import path from 'node:path';
import { compileStrapi } from '@strapi/strapi';
import { makeTemplate } from './template';

/** Once, before any integration test: compiles the project and prepares the database. */
export default async (): Promise<void> => {
  await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
  await makeTemplate();
};
