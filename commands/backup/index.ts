/** `npm run backup`: everything into one file. See docs/operations/backup.md. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { backUp, backUpToFile, type BackupFigures } from '../../src/backup';
import { counted, withRegisteredStrapi } from '../archive-command';
import { run } from '../command';
import { readOptions, STANDARD_OUTPUT, USAGE, type CommandOptions } from './options';

const MEGABYTE = 1_000_000;

const execute = ({ to }: CommandOptions): Promise<number> => {
  const start = performance.now();
  const report = (figures: BackupFigures, where: string): void => {
    const { rows, tables, files, bytes, elsewhere } = figures;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.error(
      `Backed up to ${where}: ${counted(rows, 'row')} of ${counted(tables, 'table')} and ` +
        `${counted(files, 'uploaded file')}, ${(bytes / MEGABYTE).toFixed(1)} MB in ${seconds} s.`,
    );
    for (const [provider, count] of Object.entries(elsewhere)) {
      console.error(`Not in it: ${counted(count, 'file')} that "${provider}" keeps. Back these up there.`);
    }
  };

  if (to === STANDARD_OUTPUT) {
    const output = createWriteStream('', { fd: 1, autoClose: false });
    // Nothing else may come between its bytes, the log included.
    process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
    return withRegisteredStrapi(async (strapi, signal) => {
      report(await backUp(strapi, output, signal), 'standard output');
      return 0;
    });
  }
  return withRegisteredStrapi(async (strapi, signal) => {
    const target = path.resolve(to);
    report(await backUpToFile(strapi, target, signal), target);
    return 0;
  });
};

run(USAGE, readOptions, execute);
