import { readerDate } from '../../../../src/plugins/content-delivery/server/src/content/rules/reader-date';

const NOW = new Date('2025-06-10T12:00:00.000Z');
const PAST = new Date('2025-06-01T00:00:00.000Z');
const EARLIER = new Date('2025-05-01T00:00:00.000Z');
const SOON = new Date('2025-06-20T00:00:00.000Z');
const LATER = new Date('2025-06-30T00:00:00.000Z');

/** Dates of the draft, then those of the live version. */
const dateOf = (
  [publishDate, scheduleDate, filledDate]: (Date | null)[],
  live: [Date, Date | null] | null = null,
  created: Date | null = null,
) =>
  readerDate(
    { publishDate: publishDate ?? null, scheduleDate: scheduleDate ?? null, filledDate: filledDate ?? null },
    live && { publishDate: live[0], scheduleDate: live[1] },
    created,
    NOW,
  );

describe('the date that readers see', () => {
  it.each([
    ['is the moment of the first publication', [null, null, null], null, null, NOW],
    ['is the creation time when both are one operation', [null, null, null], null, EARLIER, EARLIER],
    ['is the schedule date that is to come', [null, SOON, null], null, EARLIER, SOON],
    ['is not a schedule date that has passed', [null, PAST, null], null, null, NOW],
    ['moves with the schedule date to a later one', [SOON, LATER, SOON], [SOON, SOON], null, LATER],
    ['moves with the schedule date to an earlier one', [LATER, SOON, LATER], [LATER, LATER], null, SOON],
    ['moves with the schedule date into the past', [SOON, PAST, SOON], [SOON, SOON], null, PAST],
    ['is this moment when the schedule is cleared', [SOON, null, SOON], [SOON, SOON], null, NOW],
    ['stays once the scheduled moment has come', [PAST, PAST, PAST], [PAST, PAST], null, PAST],
    ['stays when a schedule is cleared that has come', [PAST, null, PAST], [PAST, PAST], null, PAST],
    [
      'becomes the schedule date of a post that was live already',
      [PAST, SOON, PAST],
      [PAST, null],
      null,
      SOON,
    ],
    ['moves where it was entered as the schedule date', [SOON, LATER, null], [SOON, SOON], null, LATER],
    ['stays when it is cleared on a live post', [null, null, PAST], [PAST, null], null, PAST],
  ] as const)('%s', (_what, draft, live, created, expected) => {
    const date = dateOf([...draft], live && [...live], created);
    expect(date).toEqual({ publishDate: expected, filledDate: expected });
  });

  it.each([
    ['without a schedule', [EARLIER, null, null], null],
    ['beside a schedule', [EARLIER, SOON, null], null],
    ['where another was filled in', [EARLIER, SOON, PAST], [PAST, null]],
    ['that is to come', [LATER, SOON, PAST], [PAST, null]],
    ['when the schedule is cleared', [LATER, null, null], [LATER, SOON]],
  ] as const)("is an editor's own, %s", (_what, draft, live) => {
    const date = dateOf([...draft], live && [...live]);
    expect(date).toEqual({ publishDate: draft[0], filledDate: null });
  });
});
