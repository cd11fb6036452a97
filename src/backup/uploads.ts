import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { uploadName } from './archive/manifest';
import type { Entry } from './archive/tar';
import type { NewEntry } from './archive/write';
import { BackupProblem } from './problem';

/** Where Strapi's local provider keeps files. */
export const uploadFolderOf = (strapi: Core.Strapi): string =>
  path.join(strapi.dirs.static.public, 'uploads');

/** Files below the folder, with "/" in their paths; none when there is no folder. Hidden ones and links are left out. */
export const uploadsIn = async (folder: string): Promise<string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
};

/** The files as entries; one that is deleted meanwhile is left out. */
export async function* uploadEntries(folder: string): AsyncGenerator<NewEntry> {
  for (const file of await uploadsIn(folder)) {
    const handle = await open(path.join(folder, file)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield { name: uploadName(file), size, chunks: exactly(handle, size, file) };
    } finally {
      await handle.close();
    }
  }
}

/** What was appended since is not part of it. */
async function* exactly(handle: FileHandle, size: number, file: string): AsyncGenerator<Buffer> {
  if (size === 0) return;
  let left = size;
  for await (const chunk of handle.createReadStream({ end: size - 1, autoClose: false })) {
    left -= (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (left > 0)
    throw new BackupProblem(`The uploaded file ${file} was changed while it was read. Run it again.`);
}

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
      await mkdir(path.dirname(target), { recursive: true });
      const handle = await open(target, 'wx');
      written.push(target);
      try {
        for await (const chunk of entry.chunks) await handle.writeFile(chunk);
      } finally {
        await handle.close();
      }
    },
    async takeBack(): Promise<void> {
      for (const target of written) await rm(target, { force: true });
    },
  };
};
