import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../../support/databases/names';

const run = promisify(execFile);
const SIZE = '96m';
const BLOCK = 64 * 1024;

const PREFIX = 'content-delivery-faults-';

/** Removes what runs have left behind that were ended before they could. */
const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(tmpdir(), name);
    await run('umount', ['-l', folder]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
};

/** A small file system of its own for one folder; `isSmall` is false where it could not be mounted, which takes root. */
export const createDisk = async () => {
  await removeLeftovers();
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const isSmall = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    isSmall,
    /** Leaves no byte free. */
    async fill(): Promise<void> {
      const file = await open(ballast, 'a');
      try {
        for (let size = BLOCK; size >= 512;) {
          try {
            await file.write(Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            size /= 2;
          }
        }
      } finally {
        await file.close();
      }
    },
    empty: (): Promise<void> => rm(ballast, { force: true }),
    async remove(): Promise<void> {
      if (isSmall) await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type Disk = Awaited<ReturnType<typeof createDisk>>;
