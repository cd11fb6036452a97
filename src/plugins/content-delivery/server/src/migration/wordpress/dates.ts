import type { Item } from './file';

const FORM = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** `2024-03-09 17:20:00` as UTC; null for `0000-00-00 00:00:00` and whatever is no date. */
const dateFrom = (text: string): Date | null => {
  const parts = FORM.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date : null;
};

export interface ItemDates {
  /** When readers got to see it, or are to. */
  published: Date | null;
  /** Whether that was taken from the date in the website's own time zone, which an export does not name. */
  isGuessed: boolean;
  modified: Date | null;
}

export const datesOf = ({ dateGmt, date, modifiedGmt }: Item): ItemDates => {
  const exact = dateFrom(dateGmt);
  const guessed = exact ? null : dateFrom(date);
  return { published: exact ?? guessed, isGuessed: guessed !== null, modified: dateFrom(modifiedGmt) };
};
