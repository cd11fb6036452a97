import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { uploadFolderOf } from '../../platform/upload-folder';

/** What a folder is there for; its path stays private. */
export type FolderName = 'database' | 'uploads' | 'temporary';

/** Where uploaded files are kept; null where that is a bucket. */
export const localUploadFolderOf = (strapi: Core.Strapi): string | null =>
  strapi.config.get<string>('plugin::upload.provider', 'local') === 'local' ? uploadFolderOf(strapi) : null;

/** The folders that the server writes to on this machine. */
export const writtenFolders = (strapi: Core.Strapi): ReadonlyMap<FolderName, string> => {
  const folders = new Map<FolderName, string>();
  if (strapi.db.dialect.client === 'sqlite') {
    const { filename } = strapi.db.connection.client.connectionSettings as { filename: string };
    folders.set('database', path.dirname(filename));
  }
  const uploads = localUploadFolderOf(strapi);
  if (uploads !== null) folders.set('uploads', uploads);
  return folders.set('temporary', tmpdir());
};
