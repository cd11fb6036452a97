import { rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes the database that the integration tests were copied from. */
export default async (): Promise<void> => {
  const template = process.env['TEST_SQLITE_TEMPLATE'];
  if (template) await rm(path.dirname(template), { recursive: true, force: true });
};
