/** `npm run export`: a website into a folder. See docs/migration.md. */
import '../../src/settings/supported-node';
import path from 'node:path';
import {
  ExportProblem,
  intoFolder,
  type Exported,
} from '../../src/plugins/content-delivery/server/src/export';
import { exporterOf } from '../../src/plugins/content-delivery/server/src/services';
import { counted } from '../shared/archive-command';
import { run } from '../shared/command';
import { projectsStrapi } from '../shared/project-strapi';
import { EXIT } from '../shared/migration/exit-status';
import { printRemarks } from '../shared/migration/print';
import { expectWritable, writeReports } from '../shared/migration/report-file';
import { forTerminal } from '../shared/migration/terminal';
import { MigrationProblem } from '../../src/plugins/content-delivery/server/src/migration';
import { takeSignals } from '../shared/signals';
import { readOptions, USAGE, type ExportOptions } from './options';

class Stopped extends Error {}

const summaryOf = ({ website, counts }: Exported, folder: string): string =>
  `The website "${website.name}" (${website.documentId}) is in ${folder}: ${counted(counts.posts, 'post')}, ` +
  `${counted(counts.pages, 'pSEO page')}, ${counted(counts.files, 'file')}.`;

const execute = async ({ website, to, format, reportFiles }: ExportOptions): Promise<number> => {
  const strapi = projectsStrapi();
  const stop = new AbortController();
  takeSignals(() => stop.abort(new Stopped()));
  try {
    for (const file of reportFiles) await expectWritable(file);
    await strapi.load();
    const folder = path.resolve(to);
    const exported = await intoFolder(folder, (sink) =>
      exporterOf(strapi).write({ website, format, signal: stop.signal }, sink),
    );
    console.log(forTerminal(summaryOf(exported, folder)));
    printRemarks(exported.report, console);
    const areWritten = await writeReports(reportFiles, exported.report);
    return exported.isComplete && areWritten ? EXIT.complete : EXIT.remarks;
  } catch (error) {
    if (error instanceof Stopped) {
      console.error('Stopped. Nothing was written.');
      return EXIT.stopped;
    }
    if (!(error instanceof ExportProblem || error instanceof MigrationProblem)) throw error;
    console.error(forTerminal(error.message));
    return EXIT.nothingDone;
  } finally {
    await strapi.destroy();
  }
};

run(USAGE, readOptions, execute);
