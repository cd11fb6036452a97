import { csv } from '../platform/csv';
import type { Report } from './report';

/** A report for a spreadsheet: a row for each entry and remark. */
export const reportTable = ({ lines }: Pick<Report, 'lines'>): string =>
  csv([
    ['loss', 'kind', 'where', 'what', 'what to do'],
    ...lines.flatMap(({ loss, kind, where, what, whatToDo, entries = [where] }) =>
      entries.map((entry) => [loss, kind, entry, what, whatToDo]),
    ),
  ]);
