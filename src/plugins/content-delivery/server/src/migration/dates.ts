import type { EntryKind } from './incoming';
import type { ReportWriter } from './report';

interface SourceDates {
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** The dates of an entry, such that it is never changed before it came into being. */
export const datesInOrder = (
  report: ReportWriter,
  kind: EntryKind,
  where: string,
  source: SourceDates,
): { createdAt: Date; updatedAt: Date } => {
  const createdAt = source.createdAt ?? source.updatedAt ?? new Date();
  const updatedAt = source.updatedAt ?? createdAt;
  if (updatedAt >= createdAt) return { createdAt, updatedAt };
  report.addRepeated(
    { loss: 'altered', kind, where },
    'It was changed before it was created. Both dates are that of its creation now.',
    'Nothing: front ends show a date of a change only when it is the later one.',
  );
  return { createdAt, updatedAt: createdAt };
};

/** When a post was changed last; null where that was before its publication, as it should be with one that was scheduled. */
export const changedSince = (publishedAt: Date | null, changedAt: Date | null): Date | null =>
  publishedAt !== null && changedAt !== null && changedAt < publishedAt ? null : changedAt;
