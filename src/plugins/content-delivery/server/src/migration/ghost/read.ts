import { open } from 'node:fs/promises';
import path from 'node:path';
import bourne from '@hapi/bourne';
import { withWrittenNumbers } from '../../platform/written-numbers';
import { decodeUtf8 } from '../../pseo/imports/file/encoding';
import { ImportProblem } from '../../pseo/imports/problem';
import { isFields } from '../fields';
import { MigrationProblem } from '../writer';
import type { Row } from './rows';

/** What helps with every file that is no export. */
const EXPORT_AGAIN = 'In Ghost: Settings → Import/Export → Export → Export JSON.';
/** In bytes. All of it is held while it is brought in, as one text, and those cannot be much longer. */
const MAX_SIZE = 500 * 1024 * 1024;

/** The tables of an export. Those that it does not have are empty. */
export interface GhostExport {
  posts: readonly Row[];
  postTags: readonly Row[];
  postAuthors: readonly Row[];
  postMeta: readonly Row[];
  tags: readonly Row[];
  users: readonly Row[];
}

/**
 * Reads an export of Ghost.
 * @throws MigrationProblem for a file that is something else, damaged, or too large
 */
export const readGhostExport = async (given: string): Promise<GhostExport> => {
  const file = path.resolve(given);
  const handle = await open(file).catch(() => {
    throw new MigrationProblem(`There is no file "${file}".`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new MigrationProblem(`There is no file "${file}".`);
    if (found.size > MAX_SIZE) {
      throw new MigrationProblem(
        `The file has ${Math.ceil(found.size / 1024 / 1024)} MB; ${MAX_SIZE / 1024 / 1024} can be read.`,
      );
    }
    return exportIn(parsed(await textOf(await handle.readFile())));
  } finally {
    await handle.close();
  }
};

const WORDS = {
  packed: `This is a ZIP file. Unpack it, and give the .json file inside. ${EXPORT_AGAIN}`,
  saveAs: 'Convert it to UTF-8, such as with iconv -f WINDOWS-1252 -t UTF-8 export.json > export-utf8.json.',
  cutOff: `The file ends in the middle of a character: it was cut off on its way. ${EXPORT_AGAIN}`,
};

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const textOf = async (bytes: Buffer): Promise<string> => {
  const parts: string[] = [];
  try {
    for await (const part of decodeUtf8(once(bytes), WORDS)) parts.push(part);
  } catch (error) {
    throw error instanceof ImportProblem ? new MigrationProblem(error.message) : error;
  }
  return parts.join('');
};

const parsed = (text: string): unknown => {
  try {
    return bourne.parse(text, withWrittenNumbers, { protoAction: 'remove' });
  } catch {
    throw new MigrationProblem(`This is no JSON, or it was cut off on its way. ${EXPORT_AGAIN}`);
  }
};

const exportIn = (value: unknown): GhostExport => {
  const [database] = isFields(value) && Array.isArray(value['db']) ? (value['db'] as unknown[]) : [value];
  const data = isFields(database) ? database['data'] : null;
  if (!isFields(data) || !Array.isArray(data['posts'])) {
    throw new MigrationProblem(`This is no export of Ghost: it has no posts. ${EXPORT_AGAIN}`);
  }
  const table = (name: string): Row[] =>
    Array.isArray(data[name]) ? (data[name] as unknown[]).filter(isFields) : [];
  return {
    posts: table('posts'),
    postTags: table('posts_tags'),
    postAuthors: table('posts_authors'),
    postMeta: table('posts_meta'),
    tags: table('tags'),
    users: table('users'),
  };
};
