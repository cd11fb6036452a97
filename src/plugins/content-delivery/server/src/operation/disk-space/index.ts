import { statfs } from 'node:fs/promises';
import type { Core } from '@strapi/strapi';
import { together } from '../../platform/together';
import type { FolderName } from './folders';

export interface FreeSpace {
  folder: FolderName;
  /** Bytes that this process may still write there. */
  free: number;
  /** True when they are fewer than there should be. */
  isLow: boolean;
}

interface DiskSpaceSettings {
  folders: ReadonlyMap<FolderName, string>;
  /** Bytes; 0 for as few as there may be. */
  minFree: number;
  log: Pick<Core.Strapi['log'], 'warn' | 'info'>;
}

/** Of a small file system less suffices: this share of it. */
const MIN_SHARE = 0.1;
/** Milliseconds between two checks. */
const INTERVAL = 15_000;
const MEGABYTE = 1024 * 1024;

/** How much room is left where the server writes; the log says when it becomes too little, and when that is over. */
export const createDiskSpace = ({ folders, minFree, log }: DiskSpaceSettings) => {
  const low = new Set<FolderName>();
  let timer: NodeJS.Timeout | undefined;

  const readOne = async ([folder, path]: [FolderName, string]): Promise<FreeSpace[]> => {
    try {
      const { bavail, blocks, bsize } = await statfs(path);
      const free = bavail * bsize;
      return [{ folder, free, isLow: free < Math.min(minFree, blocks * bsize * MIN_SHARE) }];
    } catch {
      // A folder that is not there yet, or a file system that does not say.
      return [];
    }
  };

  const report = ({ folder, free, isLow }: FreeSpace): void => {
    if (isLow === low.has(folder)) return;
    const room = `${Math.floor(free / MEGABYTE)} MB are free where the ${NAMES[folder]} are written`;
    if (isLow) {
      low.add(folder);
      log.warn(`The disk is nearly full: ${room}. Make room, or saving will fail.`);
    } else {
      low.delete(folder);
      log.info(`There is room on the disk again: ${room}.`);
    }
  };

  const read = together(async (): Promise<FreeSpace[]> => {
    const all = (await Promise.all([...folders].map(readOne))).flat();
    all.forEach(report);
    return all;
  });

  return {
    read,

    /** Checks from time to time, so that the log reports it without a probe. */
    watch(): void {
      void read();
      timer = setInterval(() => void read(), INTERVAL).unref();
    },

    close: (): void => clearInterval(timer),
  };
};

export type DiskSpace = ReturnType<typeof createDiskSpace>;

/** For people. */
export const NAMES: Readonly<Record<FolderName, string>> = {
  database: 'data of the database',
  uploads: 'uploaded files',
  temporary: 'temporary files',
};
