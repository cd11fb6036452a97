import {
  MigrationProblem,
  type ReportWriter,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { printRemarks } from './print';

/**
 * For a source of nothing that could be a post: no website is made for that.
 * @throws MigrationProblem, with what is wrong with its entries printed before
 */
export const expectPosts = (count: number, { report }: ReportWriter): void => {
  if (count > 0) return;
  printRemarks(report, console);
  throw new MigrationProblem(
    'Nothing of it becomes a post, so nothing was done. Give another file, or other types where the command takes them (--types).',
  );
};
