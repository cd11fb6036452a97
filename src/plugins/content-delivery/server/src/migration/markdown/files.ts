import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { DOWNLOAD_LIMITS } from '../images/download';
import { decoded } from '../html/decoded';
import { MigrationProblem } from '../writer';

/** In bytes: longer ones are no posts. */
const MAX_FILE = 16 * 1024 * 1024;
/** They are about the project, or about a list. */
const NO_POST =
  /^(?:_index|readme|license|changelog|contributing|code_of_conduct)(?:\.[a-z-]{2,6})?\.[a-z]+$/i;
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** A file that may become a post. */
export interface MarkdownFile {
  /** From the folder of posts, with `/`. */
  name: string;
  /** Absolute. */
  location: string;
}

export const isMarkdown = (name: string): boolean => MARKDOWN.test(name);

/**
 * All files of Markdown below a folder, in the order of their names. Links to elsewhere are not followed.
 * @throws MigrationProblem where there is no such folder, or no such file in it
 */
export const listFiles = async (given: string): Promise<{ files: MarkdownFile[]; others: string[] }> => {
  const folder = path.resolve(given);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new MigrationProblem(`There is no folder "${folder}".`);
  const files: MarkdownFile[] = [];
  const others: string[] = [];
  const look = async (inside: string): Promise<void> => {
    const entries = await readdir(path.join(folder, inside), { withFileTypes: true }).catch(() => {
      throw new MigrationProblem(`The folder "${path.join(folder, inside)}" cannot be read.`);
    });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) await look(name);
      else if (entry.isFile() && isMarkdown(entry.name)) {
        if (NO_POST.test(entry.name)) others.push(name);
        else files.push({ name, location: path.join(folder, name) });
      }
    }
  };
  await look('');
  if (files.length === 0) {
    throw new MigrationProblem(
      `There is no post in "${folder}": no file whose name ends in .md, .mdx or .markdown.`,
    );
  }
  return { files, others };
};

/** Why a file cannot be read, as a sentence. */
export class UnreadableFile extends Error {}

const decoder = (encoding: string) => new TextDecoder(encoding, { fatal: true });

/** @throws UnreadableFile */
export const readText = async ({ location }: MarkdownFile): Promise<string> => {
  const found = await lstat(location).catch(() => null);
  if (!found?.isFile()) throw new UnreadableFile('It cannot be found.');
  if (found.size > MAX_FILE) throw new UnreadableFile(`It has more than ${MAX_FILE / 1024 / 1024} MB.`);
  const bytes = await readFile(location).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`It cannot be read (${error.code ?? error.message}).`);
  });
  const mark = bytes.subarray(0, 2).toString('hex');
  try {
    return decoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes);
  } catch {
    throw new UnreadableFile('It is not in UTF-8. Save it in that encoding.');
  }
};

/** Pictures that come with the posts. */
export interface Pictures {
  /**
   * The address for a picture that lies at a path relative to a file: one that `read` knows.
   * @returns null where there is none
   */
  addressOf(relative: string, besides: MarkdownFile): Promise<string | null>;
  /**
   * @returns null for one that does not come with the posts
   * @throws RemoteFileProblem for one that is too large
   */
  read(address: URL): Promise<Buffer | null>;
}

/** @param root the address of the old website, without a slash at its end */
export const createPictures = async (
  folder: string,
  fileFolders: readonly string[],
  root: string,
): Promise<Pictures> => {
  const realFolder = async (given: string): Promise<string> =>
    realpath(given).catch(() => {
      throw new MigrationProblem(`There is no folder "${path.resolve(given)}".`);
    });
  const posts = await realFolder(folder);
  const others = await Promise.all(fileFolders.map(realFolder));
  const { host } = new URL(root);
  const known = new Map<string, string>();

  /** Nothing outside of the folders is read, whatever a post says and wherever a link leads. */
  const fileIn = async (roots: readonly string[], wanted: string): Promise<string | null> => {
    const file = await realpath(wanted).catch(() => null);
    if (file === null || !roots.some((one) => file.startsWith(one + path.sep))) return null;
    return (await stat(file)).isFile() ? file : null;
  };
  const below = async (address: string): Promise<string | null> => {
    for (const one of others) {
      const file = await fileIn([one], path.join(one, address));
      if (file !== null) return file;
    }
    return null;
  };

  return {
    async addressOf(relative, besides) {
      const wanted = decoded(relative.replace(/[?#].*$/s, ''));
      if (wanted === '' || wanted.includes('\0')) return null;
      const beside = path.join(path.dirname(besides.location), wanted);
      const file = (await fileIn([posts, ...others], beside)) ?? (await below(wanted));
      if (file === null) return null;
      const home = [...others, posts].find((one) => file.startsWith(one + path.sep)) ?? posts;
      const place = path.relative(home, file).split(path.sep).map(encodeURIComponent).join('/');
      let address = `${root}/${place}`;
      for (let twin = 2; (known.get(address) ?? file) !== file; twin += 1)
        address = `${root}/${place}?${twin}`;
      known.set(address, file);
      return address;
    },
    async read(address) {
      const file =
        known.get(address.href) ?? (address.host === host ? await below(decoded(address.pathname)) : null);
      if (file === null || file === undefined) return null;
      if ((await stat(file)).size > DOWNLOAD_LIMITS.bytes) {
        throw new RemoteFileProblem(`It has more than ${DOWNLOAD_LIMITS.bytes / 1024 / 1024} MB.`);
      }
      return readFile(file);
    },
  };
};
