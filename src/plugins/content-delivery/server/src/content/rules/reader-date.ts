/** The dates of a post that is about to be published. */
export interface PostDates {
  /** The date that readers see, as the draft has it; null while it is not set. */
  publishDate: Date | null;
  scheduleDate: Date | null;
  /** What a publication has filled in as `publishDate`; null where an editor has set that. */
  filledDate: Date | null;
}

/** The version that readers get so far. */
export type LiveDates = Pick<PostDates, 'publishDate' | 'scheduleDate'>;

const isSame = (one: Date | null, other: Date | null): boolean =>
  one !== null && other !== null && one.getTime() === other.getTime();

/**
 * The date under which readers see a post once it is published. An editor's date stays. Else a post that waits for
 * its schedule date shows that; one that has appeared keeps the date at which it did; and one whose schedule
 * is cleared before it has come appears now.
 *
 * @param live the version that is replaced; null where the post is not live
 * @param created the creation time of a post that is created and published in one operation; else null
 */
export const readerDate = (
  { publishDate, scheduleDate, filledDate }: PostDates,
  live: LiveDates | null,
  created: Date | null,
  now: Date,
): Required<Pick<PostDates, 'filledDate'>> & { publishDate: Date } => {
  const isSetByEditor =
    publishDate !== null &&
    !isSame(publishDate, filledDate) &&
    !isSame(publishDate, scheduleDate) &&
    !isSame(publishDate, live?.scheduleDate ?? null);
  if (isSetByEditor) return { publishDate, filledDate: null };

  const known = publishDate ?? live?.publishDate ?? null;
  const filled = (date: Date) => ({ publishDate: date, filledDate: date });
  if (scheduleDate !== null && scheduleDate > now) return filled(scheduleDate);
  if (known === null) return filled(created ?? now);
  return filled(known > now ? (scheduleDate ?? now) : known);
};
