import { open, rm, writeFile } from 'node:fs/promises';
import type { BlogOptions } from './blog-options';
import { EXIT } from './exit-status';
import { forTerminal } from './terminal';
import { csv } from '../../../src/plugins/content-delivery/contracts/csv';
import type { ImportReportLine } from '../../../src/plugins/content-delivery/contracts/import-reports';
import { importReportTable } from '../../../src/plugins/content-delivery/contracts/import-report-table';
import {
  MigrationProblem,
  mostImportantFirst,
  type Report,
} from '../../../src/plugins/content-delivery/server/src/migration';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'its folder is none'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'nothing can be written there'],
  ['ENOSPC', 'the disk is full'],
]);

/** What is written there, by its option. */
const WRITTEN = { '--report': 'The report', '--redirects': 'The table of old addresses' } as const;
type FileOption = keyof typeof WRITTEN;

const refusal = (file: string, error: unknown, option: FileOption): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${WRITTEN[option]} cannot be written to "${file}": ${REASONS.get(code) ?? message}.`;
};

/**
 * Tries out whether a report can be written, before hours of work, and leaves the file as it is.
 * @throws MigrationProblem
 */
export const expectWritable = async (file: string, option: FileOption = '--report'): Promise<void> => {
  try {
    await tryOut(file);
  } catch (error) {
    throw new MigrationProblem(`${refusal(file, error, option)} Give another file with ${option}.`);
  }
};

const tryOut = async (file: string): Promise<void> => {
  try {
    await (await open(file, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await open(file, 'a')).close();
  }
  await rm(file);
};

/**
 * Writes a report, and says which files cannot be.
 * @returns whether it was written to all of them
 */
export const writeReports = async (
  files: readonly string[],
  report: { lines: readonly ImportReportLine[] },
): Promise<boolean> => {
  let areWritten = true;
  for (const file of files) {
    const problem = await writeReport(file, report);
    if (problem === null) continue;
    console.error(forTerminal(problem));
    areWritten = false;
  }
  return areWritten;
};

/** @returns why it could not be written; null when it was */
const writeReport = (
  file: string,
  report: { lines: readonly ImportReportLine[] },
): Promise<string | null> => {
  const lines = mostImportantFirst(report.lines);
  return written(
    file,
    /\.csv$/i.test(file) ? importReportTable(lines) : `${JSON.stringify({ ...report, lines }, null, 2)}\n`,
    '--report',
  );
};

/**
 * Runs a migration, and writes where old addresses lead now.
 * @returns the exit status
 * @throws MigrationProblem for a file that cannot be written, before anything is done
 */
export const withRedirects = async (
  { redirectsFile: file, content: { linksTo } }: Pick<BlogOptions, 'redirectsFile' | 'content'>,
  report: Report,
  migrate: () => Promise<number>,
): Promise<number> => {
  if (file === null) return migrate();
  await expectWritable(file, '--redirects');
  const status = await migrate();
  const to = (slug: string): string => (linksTo === null ? slug : `${linksTo}${encodeURIComponent(slug)}`);
  const rows = report.oldAddresses.map(({ from, slug }) => [from, to(slug)]);
  const problem = await written(
    file,
    csv([['from', linksTo === null ? 'slug' : 'to'], ...rows]),
    '--redirects',
  );
  if (problem === null) return status;
  console.error(forTerminal(problem));
  return status === EXIT.complete ? EXIT.remarks : status;
};

const written = async (file: string, text: string, option: FileOption): Promise<string | null> => {
  try {
    await writeFile(file, text);
    return null;
  } catch (error) {
    return refusal(file, error, option);
  }
};
