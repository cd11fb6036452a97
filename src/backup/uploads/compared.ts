import type { Knex } from 'knex';
import { uploadsIn } from './folder';
import { filesOfLibrary, missingUploads, type MissingUploads } from './library';

/**
 * The folder of uploads against the media library, as both are now.
 * @returns how many files the library shows, with their sizes, and those that are not in the folder
 * @throws BackupProblem when the folder cannot be read, or has files that an archive cannot name
 */
export const comparedUploads = async (
  folder: string,
  database: Knex,
): Promise<{ files: number; missing: MissingUploads }> => {
  const wanted = await filesOfLibrary(database);
  const there = new Set(await uploadsIn(folder));
  return { files: wanted.size, missing: await missingUploads(wanted, there, database) };
};
