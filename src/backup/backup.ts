import { open, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createKeySecrets } from '../plugins/content-delivery/server/src/content/api-keys/secrets';
import { uploadFolderOf } from '../plugins/content-delivery/server/src/platform/upload-folder';
import { FORMAT, MANIFEST, tablePartName, type Manifest, type Table } from './archive/manifest';
import { entryOf, toTar, type NewEntry } from './archive/write';
import { readRows } from './database/rows';
import { existingTables, isLeftEmpty, storedTables } from './database/stored-schema';
import { refuseUnknownTypes } from './database/values';
import { keyCheckOf } from './key-check';
import { writeWhole } from './partial-file';
import { BackupProblem } from './problem';
import { uploadEntries } from './uploads/entries';
import { uploadsIn } from './uploads/folder';
import {
  FILES,
  filesOfLibrary,
  LOCAL,
  missingUploads,
  NONE_MISSING,
  type MissingUploads,
} from './uploads/library';

export interface BackupFigures {
  tables: number;
  rows: number;
  files: number;
  /** Files that were deleted before they could be read. They are not in the archive. */
  filesGone: number;
  /** Files that the media library shows, and that are not in the folder of uploads. They are not in the archive. */
  missing: MissingUploads;
  /** Of the archive. */
  bytes: number;
  /** Files of the media library that a service elsewhere keeps: service → how many. They are not in the archive. */
  elsewhere: Record<string, number>;
}

/** Characters of a part of a table: so much of it is in memory. */
const PART = 1_000_000;

/**
 * Writes an archive of everything into a file. Until it is complete it has another name beside the target, and none
 * of it is left when something fails.
 * @param strapi registered, not started: nothing is written to the database
 * @param target must not exist
 * @param signal stops the work
 * @throws BackupProblem
 */
export const backUpToFile = async (
  strapi: Core.Strapi,
  target: string,
  signal: AbortSignal,
): Promise<BackupFigures> => {
  const name = `"${target}"`;
  const isThere = (): BackupProblem =>
    new BackupProblem(`There is ${name} already, and it is not written over.`);
  if (await stat(target).catch(() => null)) throw isThere();
  const fill = async (partial: string): Promise<BackupFigures> => {
    // Password hashes and encrypted keys are in it.
    const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
      throw asProblem(error, name);
    });
    return backUp(strapi, handle.createWriteStream({ flush: true }), name, signal);
  };
  return writeWhole(target, fill, isThere);
};

/**
 * The same into any stream, which is ended.
 * @param name of the stream, for people
 */
export const backUp = async (
  strapi: Core.Strapi,
  output: Writable,
  name: string,
  signal: AbortSignal,
): Promise<BackupFigures> => {
  const figures: BackupFigures = {
    tables: 0,
    rows: 0,
    files: 0,
    filesGone: 0,
    missing: NONE_MISSING,
    bytes: 0,
    elsewhere: {},
  };
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      figures.bytes += chunk.length;
      yield chunk;
    }
  };
  const now = new Date();
  try {
    await pipeline(toTar(everything(strapi, figures, now), now), createGzip(), counted, output, { signal });
  } catch (error) {
    throw asProblem(error, name);
  }
  return figures;
};

async function* everything(strapi: Core.Strapi, figures: BackupFigures, now: Date): AsyncGenerator<NewEntry> {
  const { db } = strapi;
  const folder = uploadFolderOf(strapi);
  // What an archive cannot have is to be said now, not after an hour. They are listed again after the rows, as what
  // is uploaded until the snapshot begins has a row in it.
  await uploadsIn(folder);
  const existing = await existingTables(db);
  const trx = await beginSnapshot(strapi);
  let wanted: ReadonlySet<string> = new Set();
  try {
    const tables = await storedTables(trx, existing);
    if (!tables)
      throw new BackupProblem('There is nothing to back up: no server has started on this database.');
    for (const { columns } of tables) refuseUnknownTypes(columns);
    await refuseUnreadableKeys(strapi, trx);
    const manifest: Manifest = {
      format: FORMAT,
      project: strapi.config.get('info.version'),
      strapi: strapi.config.get('info.strapi'),
      madeAt: now.toISOString(),
      database: db.dialect.client,
      keyCheck: keyCheckOf(strapi),
      tables,
    };
    yield entryOf(MANIFEST, JSON.stringify(manifest));
    for (const table of tables) {
      figures.tables += 1;
      if (isLeftEmpty(table)) continue;
      for await (const part of partsOf(trx, table)) {
        figures.rows += part.rows ?? 0;
        yield part;
      }
    }
    if (tables.some(({ name }) => name === FILES)) {
      figures.elsewhere = await keptElsewhere(trx);
      wanted = await filesOfLibrary(trx);
    }
  } finally {
    await trx.rollback();
  }
  const there = await uploadsIn(folder);
  for await (const upload of uploadEntries(folder, there, () => (figures.filesGone += 1))) {
    figures.files += 1;
    yield upload;
  }
  figures.missing = await missingUploads(wanted, new Set(there), db.connection);
}

/** All that is read in it was committed at one moment; writers go on. On SQLite every transaction is like that. */
const beginSnapshot = ({ db }: Core.Strapi): Promise<Knex.Transaction> =>
  db.connection.transaction(db.dialect.client === 'sqlite' ? {} : { isolationLevel: 'repeatable read' });

async function* partsOf(trx: Knex.Transaction, table: Table): AsyncGenerator<NewEntry> {
  let part = 0;
  let lines: string[] = [];
  let characters = 0;
  const end = (): NewEntry => {
    const entry = entryOf(tablePartName(table.name, (part += 1)), lines.join(''), lines.length);
    lines = [];
    characters = 0;
    return entry;
  };
  for await (const row of readRows(trx, table)) {
    const line = `${JSON.stringify(row)}\n`;
    lines.push(line);
    characters += line.length;
    if (characters >= PART) yield end();
  }
  if (lines.length > 0) yield end();
}

const API_KEYS = 'content_delivery_api_keys';

/** A backup made with a wrong key in the environment would be noticed only when it is needed. */
const refuseUnreadableKeys = async (strapi: Core.Strapi, trx: Knex.Transaction): Promise<void> => {
  const { decrypt } = createKeySecrets(strapi);
  const row: { cipher: string } | undefined = await trx(API_KEYS).whereNotNull('cipher').first('cipher');
  if (row && decrypt(row.cipher) === null) {
    throw new BackupProblem(
      'The API keys in the database cannot be read with this ENCRYPTION_KEY. Run the backup with the environment of the server.',
    );
  }
};

const keptElsewhere = async (trx: Knex.Transaction): Promise<Record<string, number>> => {
  const rows = (await trx(FILES)
    .whereNot('provider', LOCAL)
    .groupBy('provider')
    .select('provider')
    .count('* as count')) as { provider: string; count: number | string }[];
  return Object.fromEntries(rows.map(({ provider, count }) => [provider, Number(count)]));
};

/** What cannot be read is a BackupProblem where it is read. */
const asProblem = (error: unknown, name: string): unknown => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new BackupProblem(`There is not enough space for ${name}.`);
  if (code === 'EPIPE') return new BackupProblem(`The reader of ${name} has stopped.`);
  return ['ENOENT', 'EACCES', 'EROFS', 'ENOTDIR', 'EPERM'].includes(code ?? '')
    ? new BackupProblem(`${name} cannot be written: ${message}.`)
    : error;
};
