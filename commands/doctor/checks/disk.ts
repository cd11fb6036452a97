import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import {
  createDiskSpace,
  NAMES,
} from '../../../src/plugins/content-delivery/server/src/operation/disk-space';
import type { FolderName } from '../../../src/plugins/content-delivery/server/src/operation/disk-space/folders';
import { ok, warning, wrong, type Finding } from '../finding';

const MEGABYTE = 1024 * 1024;
/** Bytes below which the alert of docs/operations/monitoring.md fires. */
const SOON_FULL = 500e6;

const ABOUT: Readonly<Record<FolderName, string>> = {
  database: 'Disk, database',
  uploads: 'Disk, uploads',
  temporary: 'Disk, temporary',
};

/** Why nothing can be written there; null when it can. Nothing is written. */
const problemOf = async (name: FolderName, folder: string): Promise<Finding | null> => {
  const about = ABOUT[name];
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => ({ error }));
  if ('error' in found) {
    const { code, message } = found.error;
    // The start makes that of the database.
    if (code === 'ENOENT' && name === 'database')
      return warning(about, `${folder} is not there yet (DATABASE_FILENAME); the start makes it.`);
    if (code === 'ENOENT')
      return wrong(about, `${folder} is not there${name === 'uploads' ? ' (PUBLIC_DIR)' : ''}. Make it.`);
    return wrong(about, `${folder} cannot be looked at: ${message}`);
  }
  if (!found.isDirectory()) return wrong(about, `${folder} is no folder.`);
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? null
    : wrong(
        about,
        `${folder} cannot be written by this user. Run as the user of the server, or give it the folder.`,
      );
};

/**
 * Room and rights where the server writes.
 * @param folders as the server has them
 * @param minFree bytes, of DISK_MIN_FREE_MB
 */
export const lookAtDisks = async (
  folders: ReadonlyMap<FolderName, string>,
  minFree: number,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [name, folder] of folders) {
    const problem = await problemOf(name, folder);
    if (problem) {
      findings.push(problem);
      continue;
    }
    const silent = { warn: () => undefined, info: () => undefined } as never;
    const { read } = createDiskSpace({ folders: new Map([[name, folder]]), minFree, log: silent });
    const [space] = await read();
    if (!space) {
      findings.push(warning(ABOUT[name], `The file system of ${folder} does not say how much is free.`));
      continue;
    }
    const free = `${Math.floor(space.free / MEGABYTE).toLocaleString('en')} MB free in ${folder}`;
    if (space.isLow)
      findings.push(
        wrong(
          ABOUT[name],
          `${free}: too little for the ${NAMES[name]} (DISK_MIN_FREE_MB), so /_ready is a 503. Make room.`,
        ),
      );
    else if (space.free < SOON_FULL)
      findings.push(warning(ABOUT[name], `${free}. Make room before it is full.`));
    else findings.push(ok(ABOUT[name], free));
  }
  return findings;
};
