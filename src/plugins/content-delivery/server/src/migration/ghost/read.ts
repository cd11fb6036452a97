import bourne from '@hapi/bourne';
import { withWrittenNumbers } from '../../platform/written-numbers';
import { decodeUtf8 } from '../../pseo/imports/file/encoding';
import { ImportProblem } from '../../pseo/imports/problem';
import { isFields } from '../fields';
import { partsOf } from '../packed';
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
export const readGhostExport = async (file: string): Promise<GhostExport> => {
  const [part, ...others] = await partsOf(file, { ending: '.json', exportAgain: EXPORT_AGAIN });
  if (!part || others.length > 0) {
    throw new MigrationProblem(
      'The archive has several .json files. Unpack it, and give the one of the export.',
    );
  }
  return exportIn(parsed(await textOf(bounded(part.bytes()))));
};

/** @throws MigrationProblem for more than can be read, before all of it is held */
async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_SIZE) {
      throw new MigrationProblem(`The export has more than ${MAX_SIZE / 1024 / 1024} MB, which can be read.`);
    }
    yield chunk;
  }
}

const WORDS = {
  packed: `This is a ZIP file. Unpack it, and give the .json file inside. ${EXPORT_AGAIN}`,
  saveAs: 'Convert it to UTF-8, such as with iconv -f WINDOWS-1252 -t UTF-8 export.json > export-utf8.json.',
  cutOff: `The file ends in the middle of a character: it was cut off on its way. ${EXPORT_AGAIN}`,
};

const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: string[] = [];
  try {
    for await (const part of decodeUtf8(bytes, WORDS)) parts.push(part);
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
