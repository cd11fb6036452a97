import { readdir, realpath, stat } from 'node:fs/promises';
import { uploadName, uploadOf } from '../archive/manifest';
import { BackupProblem } from '../problem';

/** How many files are named. */
const NAMED = 5;
const DOT = 0x2e;
const SLASH = Buffer.from('/');

/**
 * Files below the folder, with "/" in their paths; none when there is no folder. Links are followed as far as they lead to something;
 * hidden files are left out.
 * @throws BackupProblem when the folder cannot be read, or has files that an archive cannot name
 */
export const uploadsIn = async (folder: string): Promise<string[]> => {
  const files: string[] = [];
  const unnamable: string[] = [];
  for await (const bytes of pathsIn(Buffer.from(folder))) {
    const file = bytes.toString('utf8');
    if (!Buffer.from(file).equals(bytes)) unnamable.push(escaped(bytes));
    else if (uploadOf(uploadName(file)) === null) unnamable.push(JSON.stringify(file));
    else files.push(file);
  }
  if (unnamable.length === 0) return files.sort();
  const more = unnamable.length - NAMED;
  throw new BackupProblem(
    `An archive cannot have these files of ${folder}, as their names are not UTF-8 or have line breaks: ` +
      `${unnamable.sort().slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}. ` +
      'Rename them or move them away, and run the backup again.',
  );
};

/**
 * Paths inside the folder, as the file system has them: that may be no text.
 * @param above real paths of the folders that lead here: a link to one of them is a ring
 */
async function* pathsIn(
  folder: Buffer,
  inside: Buffer = Buffer.alloc(0),
  above: readonly string[] = [],
): AsyncGenerator<Buffer> {
  const real = await unlessGone(realpath(folder, { encoding: 'latin1' }), null);
  if (real === null || above.includes(real)) return;
  for (const entry of await entriesOf(folder)) {
    const file = Buffer.concat([inside, entry.name]);
    const path = Buffer.concat([folder, SLASH, entry.name]);
    // A link that leads nowhere is none of them.
    const found = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
    if (found?.isDirectory()) {
      yield* pathsIn(path, Buffer.concat([file, SLASH]), [...above, real]);
    } else if (found?.isFile() && entry.name[0] !== DOT) {
      yield file;
    }
  }
}

const entriesOf = (folder: Buffer) =>
  unlessGone(readdir(folder, { encoding: 'buffer', withFileTypes: true }), []);

/** It may have been deleted meanwhile. @throws BackupProblem when it is there and cannot be read */
const unlessGone = async <Found, Gone>(look: Promise<Found>, gone: Gone): Promise<Found | Gone> => {
  try {
    return await look;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return gone;
    throw new BackupProblem(
      `The folder of uploads cannot be read: ${message}. Run the backup as the user that the server runs as.`,
    );
  }
};

/** In ASCII, with all other bytes by number, as shells take them: $'caf\xe9.jpg'. */
const escaped = (name: Buffer): string =>
  `$'${name.toString('latin1').replace(/[^\x20-\x7e]|['\\]/g, (character) => {
    const code = character.charCodeAt(0);
    return `\\x${code.toString(16).padStart(2, '0')}`;
  })}'`;
