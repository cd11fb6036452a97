import { csv } from './csv';
import type { ImportReportLine } from './import-reports';

/** A line that may name what it is about one by one. */
type Line = ImportReportLine & { entries?: readonly string[] };

/** The report of an import for a spreadsheet: a row for each entry and remark, with how many entries it is about. */
export const importReportTable = (lines: readonly Line[]): string =>
  csv([
    ['loss', 'kind', 'where', 'what', 'what to do', 'count'],
    ...lines.flatMap(({ loss, kind, where, what, whatToDo, count, entries }) =>
      (entries ?? [where]).map((entry) => [loss, kind, entry, what, whatToDo, String(entries ? 1 : count)]),
    ),
  ]);
