import { compileStrapi } from '@strapi/strapi';
import path from 'node:path';

/** Compiles the project once, before any test file starts. */
export default async (): Promise<void> => {
  await compileStrapi({ appDir: path.resolve(__dirname, '..', '..') });
};
