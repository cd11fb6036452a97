import type { EntryKind, ReportWriter } from '../../../src/plugins/content-delivery/server/src/migration';

/** An entry, or nothing that could be one, and what is wrong with it. */
export interface ReadEntry<Entry> {
  entry: Entry | null;
  faults: string[];
}

export const nothing = <Entry>(fault: string): ReadEntry<Entry> => ({ entry: null, faults: [fault] });

export const leaveOut = (report: ReportWriter, kind: EntryKind, where: string, what: string): void => {
  report.leftOut({ kind, where }, what, 'Run the same command again, or make it here.');
};

/** The entry, with what was wrong with it in the report. */
export const settled = <Entry>(
  report: ReportWriter,
  kind: EntryKind,
  where: string,
  { entry, faults }: ReadEntry<Entry>,
): Entry | null => {
  if (entry === null) leaveOut(report, kind, where, faults.join(' ') || 'It has no name.');
  else {
    for (const fault of faults) {
      report.addRepeated(
        { loss: 'altered', kind, where },
        `The source breaks the specification: ${fault}`,
        'Look at the entry here.',
      );
    }
  }
  return entry;
};
