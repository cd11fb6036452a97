import { dateFrom, hasZone } from '../source-dates';
import type { Item } from './file';

/** How the date at which readers got to see an item, or are to, was found. */
export type DateOrigin =
  /** It stands there with its zone. */
  | 'exact'
  /** It was taken from the date in the website's own time zone, which an export does not name. */
  | 'guessed'
  /** No date stands there. */
  | 'absent'
  /** What stands there is no date. */
  | 'unreadable';

export interface ItemDates {
  published: Date | null;
  origin: DateOrigin;
  modified: Date | null;
  /** What stands there as a date and is none, as it is written. */
  unreadable: { published?: string; modified?: string };
}

/** WordPress writes zeros for none, and in a feed what PHP makes of them. */
const isAbsent = (text: string): boolean =>
  text === '' || /^0{4}-00-00|^-0001-11-30|\b30 Nov -0001\b/.test(text);

export const datesOf = ({ dateGmt, date, modifiedGmt, pubDate }: Item): ItemDates => {
  const isUnread = (text: string): boolean => !isAbsent(text) && dateFrom(text) === null;
  const wrong = [dateGmt, date].find(isUnread);
  const modified = dateFrom(modifiedGmt);
  const found = (published: Date | null, origin: DateOrigin): ItemDates => ({
    published,
    origin,
    modified,
    unreadable: {
      ...(wrong === undefined ? {} : { published: wrong }),
      ...(isUnread(modifiedGmt) ? { modified: modifiedGmt } : {}),
    },
  });
  const exact = dateFrom(dateGmt);
  if (exact) return found(exact, 'exact');
  const local = dateFrom(date);
  if (local) return found(local, hasZone(date) ? 'exact' : 'guessed');
  if (wrong !== undefined) return found(null, 'unreadable');
  const feed = dateFrom(pubDate);
  if (feed) return found(feed, hasZone(pubDate) ? 'exact' : 'guessed');
  return found(null, isAbsent(pubDate) ? 'absent' : 'unreadable');
};
