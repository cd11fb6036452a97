/** `npm run export`: a website into a folder. See docs/migration.md. */
import '../../src/settings/supported-node';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import {
  ExportProblem,
  intoFolder,
  type Exported,
} from '../../src/plugins/content-delivery/server/src/export';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { counted } from '../shared/archive-command';
import { run } from '../shared/command';
import { projectsStrapi } from '../shared/project-strapi';
import { EXIT } from '../shared/migration/exit-status';
import { printRemarks } from '../shared/migration/print';
import { expectWritable, writeReports } from '../shared/migration/report-file';
import { forTerminal, terminal } from '../shared/migration/terminal';
import { NotStarted } from '../shared/not-started';
import { load } from '../shared/project';
import { MigrationProblem } from '../../src/plugins/content-delivery/server/src/migration';
import { takeSignals } from '../shared/signals';
import { readOptions, USAGE, type ExportOptions } from './options';

class Stopped extends Error {}

const summaryOf = ({ website, counts }: Exported, folder: string): string =>
  `The website "${website.name}" (${website.documentId}) is in ${folder}: ${counted(counts.posts, 'post')}, ` +
  `${counted(counts.pages, 'pSEO page')}, ${counted(counts.files, 'file')}.`;

const exportFrom = async (
  strapi: Core.Strapi,
  { website, to, format, reportFiles }: ExportOptions,
  signal: AbortSignal,
): Promise<number> => {
  const folder = path.resolve(to);
  const exported = await intoFolder(folder, (sink) =>
    serviceOf(strapi, 'delivery').exporter.write({ website, format, signal }, sink),
  );
  console.log(forTerminal(summaryOf(exported, folder)));
  printRemarks(exported.report, terminal);
  const areWritten = await writeReports(reportFiles, exported.report);
  return exported.isComplete && areWritten ? EXIT.complete : EXIT.remarks;
};

const execute = async (options: ExportOptions): Promise<number> => {
  const stop = new AbortController();
  try {
    for (const file of options.reportFiles) await expectWritable(file);
    const strapi = await projectsStrapi();
    takeSignals(() => stop.abort(new Stopped()));
    await load(strapi);
    try {
      return await exportFrom(strapi, options, stop.signal);
    } finally {
      await strapi.destroy();
    }
  } catch (error) {
    if (error instanceof Stopped) {
      console.error('Stopped. Nothing was written.');
      return EXIT.stopped;
    }
    if (!(error instanceof ExportProblem || error instanceof MigrationProblem || error instanceof NotStarted))
      throw error;
    console.error(forTerminal(error.message));
    return EXIT.nothingDone;
  }
};

run(USAGE, readOptions, execute);
