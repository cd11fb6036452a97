import { mkdir } from 'node:fs/promises';
import type { Core } from '@strapi/strapi';
import { BackupProblem, type MissingUploads } from '../../src/backup';
import { uploadFolderOf } from '../../src/plugins/content-delivery/server/src/platform/upload-folder';
import { register } from './project';
import { projectsStrapi } from './project-strapi';
import { takeSignals } from './signals';

const STATUS_STOPPED = 130;
const STATUS_UPLOADS_MISSING = 3;

export const UNCHANGED = 'Stopped before the end; this system was not changed.';

/**
 * Works on the project's database without a server on it: Strapi has read its configuration, and has changed nothing.
 * @param work is to end when the signal comes
 * @param stopped what is said then
 * @returns the exit status
 * @throws NotStarted, and what nobody has foreseen
 */
export const withRegisteredStrapi = async (
  work: (strapi: Core.Strapi, signal: AbortSignal) => Promise<number>,
  stopped: (strapi: Core.Strapi) => string = () => UNCHANGED,
): Promise<number> => {
  const stop = new AbortController();
  const strapi = await projectsStrapi();
  takeSignals(() => stop.abort());
  // Strapi ends where it is missing, as in a new PUBLIC_DIR. What needs it reports when it cannot be made.
  await mkdir(uploadFolderOf(strapi), { recursive: true }).catch(() => undefined);
  await register(strapi);
  try {
    return await work(strapi, stop.signal);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') {
      console.error(stopped(strapi));
      return STATUS_STOPPED;
    }
    if (!(error instanceof BackupProblem)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await strapi.destroy();
  }
};

/** `1 file`, `1,234 files`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/**
 * Says which files the media library shows that are nowhere.
 * @param where they are looked for
 * @returns the exit status
 */
export const statusOfUploads = ({ count, names }: MissingUploads, where: string): number => {
  if (count === 0) return 0;
  const more = count - names.length;
  console.error(
    `Missing: ${counted(count, 'uploaded file')} that the media library shows and that ${count === 1 ? 'is' : 'are'} not in ${where}: ` +
      `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.`,
  );
  return STATUS_UPLOADS_MISSING;
};
