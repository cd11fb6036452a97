import type { Visibility } from '../../../contracts/editing';
import { toDate, type DatabaseDate } from '../platform/database/values';

/** A schedule date, while it is to come. */
export const waitsUntil = (scheduleDate: DatabaseDate | null | undefined, now: Date): Date | null => {
  const date = scheduleDate ? toDate(scheduleDate) : null;
  return date && date > now ? date : null;
};

/** How readers see an entry, by what is published of it. */
export const visibilityOf = (published: boolean, waits: boolean, withheld: boolean): Visibility => {
  if (!published) return 'not-published';
  if (!waits) return 'live';
  return withheld ? 'withheld' : 'hidden-by-front-end';
};
