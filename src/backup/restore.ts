import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { beginHistory } from '../plugins/content-delivery/server/src/freshness/history';
import { switchOffReceivers } from '../plugins/content-delivery/server/src/events/switch-off-receivers';
import { uploadFolderOf } from '../plugins/content-delivery/server/src/platform/upload-folder';
import { refuseNewer, tableOf, uploadOf } from './archive/manifest';
import { checkArchive, entriesOf, whole, type CheckedArchive } from './archive/read';
import type { Entry } from './archive/tar';
import { emptyTables, rowsOf } from './database/emptiness';
import { writeRows, type Row } from './database/rows';
import { SCHEMA_TABLE } from './database/stored-schema';
import { buildTables } from './database/tables';
import { refuseUnknownTypes } from './database/values';
import { refuseOtherKey } from './key-check';
import { BackupProblem } from './problem';
import { uploadsIn } from './uploads/folder';
import { filesOfLibrary, missingUploads, type MissingUploads } from './uploads/library';
import { createUploadWriter, sameUploads } from './uploads/restored';

/** What was restored. */
export interface RestoreFigures {
  /** The release that made the archive, and when. */
  project: string;
  madeAt: string;
  tables: number;
  rows: number;
  /** Files that were written, and those that were there already. */
  files: number;
  filesThere: number;
  /** Files that the restored media library shows, and that are neither in the archive nor in the folder. */
  missing: MissingUploads;
}

export interface RestoreOptions {
  from: string;
  signal: AbortSignal;
  /** Is told what begins now, for people. */
  onStep?(step: string): void;
}

/**
 * Puts an archive into an empty system: the tables as they were when it was made, with all of their rows, and the
 * uploaded files. Then the server starts on it for a moment, as on its own older database, so that the database
 * of an earlier release becomes one of this release.
 *
 * Before anything is written, all of the archive has been read and all that can be refused has been.
 * @param strapi registered, not started; started afterwards
 * @throws BackupProblem; unless it says otherwise, the system is as empty as before
 */
export const restore = async (
  strapi: Core.Strapi,
  { from, signal, onStep = () => undefined }: RestoreOptions,
): Promise<RestoreFigures> => {
  const { db } = strapi;
  const here = {
    project: strapi.config.get<string>('info.version'),
    strapi: strapi.config.get<string>('info.strapi'),
  };
  onStep('Checking the archive');
  const archive = await checkArchive(from, (manifest) => {
    refuseNewer(manifest, here);
    refuseOtherKey(strapi, manifest.keyCheck);
    for (const { columns } of manifest.tables) refuseUnknownTypes(columns);
  });
  const { manifest } = archive;
  const replaced = await emptyTables(db, manifest.tables);
  const folder = uploadFolderOf(strapi);
  const there = await sameUploads(folder, archive.uploads);
  signal.throwIfAborted();

  onStep('Writing');
  const uploads = createUploadWriter(folder);
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const note: Row[] = [];
  try {
    await buildTables(db, manifest.tables, replaced, {
      async fill(trx) {
        for await (const entry of entriesOf(from)) {
          signal.throwIfAborted();
          const table = tables.get(tableOf(entry.name) ?? '');
          const upload = uploadOf(entry.name);
          if (table?.name === SCHEMA_TABLE) note.push(...(await rowsIn(entry)));
          else if (table) await writeRows(trx, table, await rowsIn(entry));
          else if (upload !== null && !there.has(upload)) await uploads.write(upload, entry);
          else for await (const chunk of entry.chunks) void chunk;
          refuseChanged(archive, entry);
        }
      },
      async finish(trx) {
        const table = tables.get(SCHEMA_TABLE);
        if (table) await writeRows(trx, table, note);
        await refuseMissingRows(trx, archive);
        await beginHistory(strapi, trx);
        await switchOffReceivers(strapi, trx, tables);
      },
    });
  } catch (error) {
    await uploads.takeBack();
    throw error;
  }

  onStep('Starting');
  await start(strapi, manifest.project);
  return {
    project: manifest.project,
    madeAt: manifest.madeAt,
    tables: manifest.tables.length,
    rows: [...archive.rows.values()].reduce((sum, count) => sum + count, 0),
    files: archive.uploads.size - there.size,
    filesThere: there.size,
    missing: await missingUploads(
      await filesOfLibrary(db.connection),
      new Set(await uploadsIn(folder)),
      db.connection,
    ),
  };
};

const rowsIn = async (entry: Entry): Promise<Row[]> => {
  const text = (await whole(entry)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
};

/** It has been read before, but may have been written to since. */
const refuseChanged = ({ entries }: CheckedArchive, entry: Entry): void => {
  const known = entries.get(entry.name);
  if (known && known.sha256 !== entry.digest()) {
    throw new BackupProblem(`The archive was changed while it was restored: ${entry.name}.`);
  }
};

const refuseMissingRows = async (
  trx: Knex.Transaction,
  { manifest, rows }: CheckedArchive,
): Promise<void> => {
  for (const { name } of manifest.tables) {
    const [wanted, found] = [rows.get(name) ?? 0, await rowsOf({ connection: trx }, name)];
    if (wanted !== found) {
      throw new BackupProblem(`${found} of ${wanted} rows of ${name} have arrived in the database.`);
    }
  }
};

/** Strapi's own start, which changes tables of an earlier release, and the plugin's, which reads all API keys. */
const start = async (strapi: Core.Strapi, project: string): Promise<void> => {
  try {
    await strapi.bootstrap();
  } catch (error) {
    throw new BackupProblem(
      `Everything was restored as it was in release ${project}, but the server does not start on it: ` +
        `${error instanceof Error ? error.message : String(error)} Nothing was taken back.`,
    );
  }
};
