import { csv } from '../platform/csv';
import { mostImportantFirst, type Report } from './report';

/** A report for a spreadsheet: a row for each entry and remark, with how many entries it is about. */
export const reportTable = ({ lines }: Pick<Report, 'lines'>): string =>
  csv([
    ['loss', 'kind', 'where', 'what', 'what to do', 'count'],
    ...mostImportantFirst(lines).flatMap(({ loss, kind, where, what, whatToDo, count, entries }) =>
      (entries ?? [where]).map((entry) => [loss, kind, entry, what, whatToDo, String(entries ? 1 : count)]),
    ),
  ]);
