import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { StoredFile } from './file-names';
import { FILE_UID, FOLDER_UID } from '../../../platform/uids';
import { toRowNumber } from '../../../platform/database/values';

/** The files and folders that a request is about, as it names them. */
export interface Touched {
  files?: unknown;
  folders?: unknown;
}

/**
 * The numbers in a list of ids. Strapi hands on what it was given, and databases read more than digits as a number (MariaDB
 * `10abc`, PostgreSQL `1_0`), so that nothing else is let through.
 * @throws NotFoundError for what is no number of a row
 */
const numbersIn = (ids: unknown): number[] =>
  [ids]
    .flat()
    .filter((id) => id !== undefined && id !== null)
    .map((id) => {
      const number = ['string', 'number'].includes(typeof id) ? toRowNumber(String(id)) : null;
      if (number !== null) return number;
      throw new errors.NotFoundError('There is no such file or folder: each has a number, in digits.');
    });

/**
 * The files that a request would change: those it names, and all in the folders it names, at any depth. Read past
 * what the user may see, as what is out of sight would be changed as well.
 * @throws NotFoundError for an id that is no number of a row
 */
export const touchedFiles = async (
  strapi: Core.Strapi,
  { files, folders }: Touched,
): Promise<StoredFile[]> => {
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;
  const folderIds = numbersIn(folders);
  const paths: { path: string }[] = folderIds.length
    ? await strapi.db.connection(tableOf(FOLDER_UID)).whereIn('id', folderIds).select('path')
    : [];
  const fileIds = numbersIn(files);
  if (fileIds.length === 0 && paths.length === 0) return [];
  const rows: { id: number; formats: unknown }[] = await strapi.db
    .connection(tableOf(FILE_UID))
    .where((any) => {
      void any.whereIn('id', fileIds);
      for (const { path } of paths) {
        void any.orWhere('folder_path', path).orWhere('folder_path', 'like', `${path}/%`);
      }
    })
    .select(['id', 'document_id as documentId', 'name', 'url', 'formats']);
  return rows.map((row) => ({ ...row, formats: parsed(row.formats) }) as StoredFile);
};

/** SQLite and MariaDB give JSON as text. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
};
