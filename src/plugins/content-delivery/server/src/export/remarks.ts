import type { ReportWriter } from '../migration';

type Kind = 'post' | 'page';

/** What the formats for other systems say alike of what they cannot take. */
export const remarksOf = (report: ReportWriter) => ({
  unpublishedChanges(kind: Kind, where: string): void {
    report.addRepeated(
      { loss: 'left-out', kind, where },
      'It has changes that are not published. The file has what readers get.',
      'Export it as JSON too, or publish the changes before.',
    );
  },

  scheduled(where: string): void {
    report.addRepeated(
      { loss: 'altered', kind: 'post', where },
      'It is scheduled, and has another date for readers. The file has the one that it is scheduled for.',
      'Nothing, or export it as JSON too.',
    );
  },

  pageWithoutTexts(where: string, slug: string | null): void {
    report.leftOut(
      { kind: 'page', where },
      slug === null ? 'It has no slug yet.' : 'Its texts cannot be made from the templates of its campaign.',
      'Complete it, or export it as JSON too.',
    );
  },
});
