import type { Core } from '@strapi/strapi';
import type { StoredFile } from './file-names';
import { FILE_UID, FOLDER_UID } from '../../../platform/uids';
import { MAX_INTEGER } from '../../../platform/database/values';

/** The files and folders that a request is about, as it names them. */
export interface Touched {
  files?: unknown;
  folders?: unknown;
}

/** The numbers that a list of ids stands for, in whatever spelling Strapi takes for one. */
const numbersIn = (ids: unknown): number[] =>
  (Array.isArray(ids) ? ids : [ids])
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_INTEGER);

/**
 * The files that a request would change: those it names, and all in the folders it names, at any depth. Read past
 * what the user may see, as what is out of sight would be changed as well.
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
