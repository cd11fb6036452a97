import type { Knex } from 'knex';
import { BackupProblem, comparedUploads } from '../../../src/backup';
import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Uploads';

/**
 * The folder of uploads against the media library.
 * @param sql null where there is none to compare with
 */
export const lookAtUploads = async (folder: string, sql: Knex | null): Promise<Finding[]> => {
  if (!sql) return [];
  const compared = await comparedUploads(folder, sql).catch((error: unknown) => {
    if (error instanceof BackupProblem) return error;
    throw error;
  });
  if (compared instanceof BackupProblem) return [wrong(ABOUT, compared.message)];
  const { files, missing } = compared;
  if (missing.count > 0) {
    const more = missing.count - missing.names.length;
    return [
      wrong(
        ABOUT,
        `${missing.count} of ${files} files that the media library shows are not in ${folder} (PUBLIC_DIR): ` +
          `${missing.names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Is the volume mounted? Else put them back from a backup.`,
      ),
    ];
  }
  return [ok(ABOUT, `all ${files} files of the media library are there`)];
};
