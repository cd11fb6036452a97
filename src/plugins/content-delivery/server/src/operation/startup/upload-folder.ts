import { accessSync, constants, statSync } from 'node:fs';
import type { Core } from '@strapi/strapi';
import { localUploadFolderOf } from '../disk-space/folders';
import { refusal } from '../../platform/refusal';

const ADVICE = 'make it a folder that this user may write to, or set PUBLIC_DIR to the folder that it is in.';

/** Why uploaded files cannot be read there; null where they can. */
export const whyNoUploads = (folder: string): string | null => {
  const which = `${folder}, where uploaded files are kept (PUBLIC_DIR),`;
  try {
    return statSync(folder).isDirectory() ? null : `${which} is no folder: ${ADVICE}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return `${which} is not there: ${ADVICE}`;
    return `${which} cannot be reached (${code}): ${ADVICE}`;
  }
};

/** Refuses to start without a place for uploads. Strapi only looks whether something of that name is there. */
export const refuseBadUploadFolder = (strapi: Core.Strapi): void => {
  const folder = localUploadFolderOf(strapi);
  const problem = folder === null ? null : whyNoUploads(folder);
  if (problem !== null) throw refusal(problem);
};

/** A server may be there for readers alone. */
export const warnOfReadOnlyUploads = (strapi: Core.Strapi): void => {
  const folder = localUploadFolderOf(strapi);
  if (folder === null) return;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    strapi.log.warn(
      `Nobody can upload files: this user may not write to ${folder} (PUBLIC_DIR; ${code}). What is in it is served.`,
    );
  }
};
