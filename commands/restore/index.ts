/** `npm run restore`: a backup into an empty system. See docs/operations/backup.md. */
import '../../src/settings/supported-node';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { restore } from '../../src/backup';
import { uploadFolderOf } from '../../src/plugins/content-delivery/server/src/platform/upload-folder';
import { counted, statusOfUploads, UNCHANGED, withRegisteredStrapi } from '../shared/archive-command';
import { run } from '../shared/command';
import { readOptions, USAGE, type CommandOptions } from './options';

const execute = ({ from }: CommandOptions): Promise<number> =>
  withRegisteredStrapi(async (strapi, signal) => {
    const start = performance.now();
    const figures = await restore(strapi, {
      from: path.resolve(from),
      signal,
      onStep: (step) => console.log(`${step} …`),
    });
    const { project, madeAt, rows, tables, files, filesThere, missing } = figures;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `Restored what release ${project} had at ${madeAt}: ${counted(rows, 'row')} of ${counted(tables, 'table')} and ` +
        `${counted(files, 'uploaded file')}, in ${seconds} s.`,
    );
    if (filesThere > 0) console.log(`${counted(filesThere, 'uploaded file')} had been there already.`);
    return statusOfUploads(missing, `the archive or in ${uploadFolderOf(strapi)} (PUBLIC_DIR)`);
  }, stopped);

/** MariaDB cannot take back that tables were dropped. */
const stopped = ({ db }: Core.Strapi): string =>
  db.dialect.client === 'mysql'
    ? 'Stopped before the end; nothing was restored. If a server had been started on the database, its empty tables may ' +
      'be gone; the next start makes them again.'
    : UNCHANGED;

run(USAGE, readOptions, execute);
