import bourne from '@hapi/bourne';
import { withWrittenNumbers } from '../../platform/written-numbers';
import { decodeUtf8 } from '../../pseo/imports/file/encoding';
import { ImportProblem } from '../../pseo/imports/problem';
import { isRecord } from '../../platform/formats';
import { partsOf } from '../packed';
import { MigrationProblem } from '../writer';
import { postKeyOf, textOf, type Row } from './rows';

/** What helps with every file that is no export. */
const EXPORT_AGAIN = 'In Ghost: Settings → Import/Export → Export → Export JSON.';
/** In bytes. All of it is held while it is brought in, as one text, and those cannot be much longer. */
const MAX_SIZE = 500 * 1024 * 1024;

const keyIn =
  (...columns: readonly string[]) =>
  (row: Row): string =>
    JSON.stringify(columns.map((column) => textOf(row, column)));

/** The tables of an export: what Ghost calls them, and what a row of each is known by. */
const TABLES = {
  posts: { name: 'posts', keyOf: postKeyOf },
  postTags: { name: 'posts_tags', keyOf: keyIn('post_id', 'tag_id') },
  postAuthors: { name: 'posts_authors', keyOf: keyIn('post_id', 'author_id') },
  postMeta: { name: 'posts_meta', keyOf: keyIn('post_id') },
  tags: { name: 'tags', keyOf: keyIn('id') },
  users: { name: 'users', keyOf: keyIn('id') },
};

/** The rows of these tables. Those that an export does not have are empty. */
export type GhostExport = Readonly<Record<keyof typeof TABLES, readonly Row[]>>;

type Table = keyof typeof TABLES;

const exportWith = (rowsOf: (table: Table) => Row[]): GhostExport => {
  const tables = Object.keys(TABLES) as Table[];
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)])) as Record<Table, Row[]>;
};

/**
 * Reads an export of Ghost, which may have been divided: a row that several files have is taken from the last of them.
 * @throws MigrationProblem for a file that is something else, damaged, or too large
 */
export const readGhostExport = async (files: readonly string[]): Promise<GhostExport> => {
  const parts = await partsOf(files, { endings: ['.json'], exportAgain: EXPORT_AGAIN });
  const left = { bytes: MAX_SIZE };
  const exports: GhostExport[] = [];
  for (const part of parts) {
    try {
      exports.push(exportIn(parsed(await readText(bounded(part.bytes(), left)))));
    } catch (error) {
      if (!(error instanceof MigrationProblem) || parts.length === 1) throw error;
      throw new MigrationProblem(`${part.name}: ${error.message}`);
    }
  }
  return joined(exports);
};

const joined = (exports: readonly GhostExport[]): GhostExport =>
  exportWith((table) => {
    const found = new Map<unknown, Row>();
    for (const one of exports) {
      const times = new Map<string, number>();
      for (const row of one[table]) {
        const key = TABLES[table].keyOf(row);
        const time = (times.get(key) ?? 0) + 1;
        times.set(key, time);
        // A file may have two by mistake: the report names the second, as it does where there is one file.
        found.set(key === '' ? row : `${time} ${key}`, row);
      }
    }
    return [...found.values()];
  });

/** @throws MigrationProblem for more than can be read, before all of it is held */
async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  left: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    left.bytes -= chunk.length;
    if (left.bytes < 0) {
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

const readText = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
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
  const [database] = isRecord(value) && Array.isArray(value['db']) ? (value['db'] as unknown[]) : [value];
  const data = isRecord(database) ? database['data'] : null;
  if (!isRecord(data) || !Array.isArray(data['posts'])) {
    throw new MigrationProblem(`This is no export of Ghost: it has no posts. ${EXPORT_AGAIN}`);
  }
  return exportWith((table) => {
    const rows = data[TABLES[table].name];
    return Array.isArray(rows) ? (rows as unknown[]).filter(isRecord) : [];
  });
};
