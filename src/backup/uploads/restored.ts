import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Entry } from '../archive/tar';
import { writeWhole } from '../partial-file';
import { BackupProblem } from '../problem';

/**
 * Makes sure that no file is written over: the same file may be there, as when a system moves to another database.
 * @returns those that are there already
 * @throws BackupProblem that names what differs
 */
export const sameUploads = async (
  folder: string,
  uploads: ReadonlyMap<string, string>,
): Promise<Set<string>> => {
  const same = new Set<string>();
  const others: string[] = [];
  for (const [file, sha256] of uploads) {
    const target = path.join(folder, file);
    const there = await stat(target).catch(() => null);
    if (!there) continue;
    if (there.isFile() && (await digestOf(target)) === sha256) same.add(file);
    else others.push(file);
  }
  if (others.length === 0) return same;
  throw new BackupProblem(
    `The folder ${folder} has ${others.length === 1 ? 'a file' : `${others.length} files`} of the same name ` +
      `with other content: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}. ` +
      'Name an empty folder in PUBLIC_DIR, or move them away.',
  );
};

const digestOf = async (file: string): Promise<string> => {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(file)) sha256.update(chunk as Buffer);
  return sha256.digest('hex');
};

/** Files that were written, and can be taken back. */
export const createUploadWriter = (folder: string) => {
  const written: string[] = [];
  return {
    async write(file: string, entry: Entry): Promise<void> {
      const target = path.join(folder, file);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await writeWhole(
          target,
          (partial) => fill(partial, entry),
          () => cameMeanwhile(folder, file),
        );
        written.push(target);
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code ? unwritable(file, error) : error;
      }
    },
    async takeBack(): Promise<void> {
      for (const target of written) await rm(target, { force: true });
    },
  };
};

const fill = async (file: string, entry: Entry): Promise<void> => {
  const handle = await open(file, 'wx');
  try {
    for await (const chunk of entry.chunks) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
};

const unwritable = (file: string, error: unknown): BackupProblem =>
  new BackupProblem(
    `The uploaded file ${file} cannot be written: ${(error as Error).message}. ` +
      'Make the folder writable, or name another one in PUBLIC_DIR, and run the restore again.',
  );

const cameMeanwhile = (folder: string, file: string): BackupProblem =>
  new BackupProblem(
    `${file} was put into the folder ${folder} during the restore. ` +
      'Stop whatever writes there, and run the restore again.',
  );
