import { open, rm, writeFile } from 'node:fs/promises';
import { MigrationProblem, type Report } from '../../../src/plugins/content-delivery/server/src/migration';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'its folder is none'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'nothing can be written there'],
  ['ENOSPC', 'the disk is full'],
]);

const refusal = (file: string, error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `The report cannot be written to "${file}": ${REASONS.get(code) ?? message}.`;
};

/**
 * Tries out whether a report can be written, before hours of work, and leaves the file as it is.
 * @throws MovingProblem
 */
export const expectWritable = async (file: string): Promise<void> => {
  try {
    await tryOut(file);
  } catch (error) {
    throw new MigrationProblem(`${refusal(file, error)} Give another file with --report.`);
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

/** @returns why it could not be written; null when it was */
export const writeReport = async (file: string, report: Report): Promise<string | null> => {
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    return null;
  } catch (error) {
    return refusal(file, error);
  }
};
