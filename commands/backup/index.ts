/** `npm run backup`: everything into one file. See docs/operations/backup.md. */
import '../../src/settings/supported-node';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { backUp, backUpToFile, type BackupFigures } from '../../src/backup';
import { uploadFolderOf } from '../../src/plugins/content-delivery/server/src/platform/upload-folder';
import { counted, statusOfUploads, withRegisteredStrapi } from '../shared/archive-command';
import { run } from '../shared/command';
import { readOptions, STANDARD_OUTPUT, USAGE, type CommandOptions } from './options';

const MEGABYTE = 1_000_000;

const execute = ({ to }: CommandOptions): Promise<number> => {
  const start = performance.now();
  const report = (strapi: Core.Strapi, figures: BackupFigures, where: string): number => {
    const { rows, tables, files, filesGone, missing, bytes, elsewhere } = figures;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.error(
      `Backed up to ${where}: ${counted(rows, 'row')} of ${counted(tables, 'table')} and ` +
        `${counted(files, 'uploaded file')}, ${(bytes / MEGABYTE).toFixed(1)} MB in ${seconds} s.`,
    );
    if (filesGone > 0) {
      console.error(`Not in it: ${counted(filesGone, 'uploaded file')}, deleted meanwhile.`);
    }
    for (const [provider, count] of Object.entries(elsewhere)) {
      console.error(`Not in it: ${counted(count, 'file')} that "${provider}" keeps. Back these up there.`);
    }
    return statusOfUploads(missing, `${uploadFolderOf(strapi)} (PUBLIC_DIR)`);
  };

  if (to === STANDARD_OUTPUT) {
    const output = ownStandardOutput();
    return withRegisteredStrapi(async (strapi, signal) => {
      const name = 'standard output';
      return report(strapi, await backUp(strapi, output, name, signal), name);
    });
  }
  return withRegisteredStrapi(async (strapi, signal) => {
    const target = path.resolve(to);
    return report(strapi, await backUpToFile(strapi, target, signal), target);
  });
};

/** Standard output for the archive alone: whatever else is written there, such as the log, goes to standard error. */
const ownStandardOutput = (): Writable => {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  // The writer gets the error too.
  stdout.on('error', () => undefined);
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
};

run(USAGE, readOptions, execute);
