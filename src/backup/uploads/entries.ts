import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { uploadName } from '../archive/manifest';
import type { NewEntry } from '../archive/write';
import { BackupProblem } from '../problem';

/**
 * The files as entries.
 * @param files as uploadsIn lists them
 * @param onGone called with a file that was deleted meanwhile, which is left out
 * @throws BackupProblem
 */
export async function* uploadEntries(
  folder: string,
  files: readonly string[],
  onGone: (file: string) => void,
): AsyncGenerator<NewEntry> {
  for (const file of files) {
    const handle = await open(path.join(folder, file)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unreadable(file, error);
    });
    if (!handle) {
      onGone(file);
      continue;
    }
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
  try {
    for await (const chunk of handle.createReadStream({ end: size - 1, autoClose: false })) {
      left -= (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (left > 0)
    throw new BackupProblem(`The uploaded file ${file} was changed while it was read. Run it again.`);
}

const unreadable = (file: string, error: unknown): BackupProblem =>
  new BackupProblem(
    `The uploaded file ${file} cannot be read: ${(error as Error).message}. ` +
      'Run the backup as the user that the server runs as.',
  );
