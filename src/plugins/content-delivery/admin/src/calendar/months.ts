/** Months as a calendar shows them, where the reader is. All pure: the first day of a week is given. */

const WEEK = 7;

/** `2026-12` */
export type Month = string;

export const monthOf = (date: Date): Month =>
  `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`;

/** `2026-12-24` */
export const dayOf = (date: Date): string => `${monthOf(date)}-${String(date.getDate()).padStart(2, '0')}`;

/** @param text null where nothing is asked for @returns null for what is no month */
export const parseMonth = (text: string | null): Month | null =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-01' ? text : null;

const firstDay = (month: Month): Date => new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1);

export const addMonths = (month: Month, count: number): Month => {
  const first = firstDay(month);
  return monthOf(new Date(first.getFullYear(), first.getMonth() + count, 1));
};

const addDays = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

/**
 * The weeks that a month is in, each of seven days at midnight, with those of the months beside it.
 * @param weekStart 0 for Sunday, 1 for Monday
 */
export const weeksOf = (month: Month, weekStart: number): Date[][] => {
  const first = firstDay(month);
  let day = addDays(first, -((first.getDay() - weekStart + WEEK) % WEEK));
  const weeks: Date[][] = [];
  while (weeks.length === 0 || monthOf(day) === month) {
    weeks.push(Array.from({ length: WEEK }, (_, at) => addDays(day, at)));
    day = addDays(day, WEEK);
  }
  return weeks;
};

/** The moment behind a day. */
export const endOf = (day: Date): Date => addDays(day, 1);

export const isSameDay = (one: Date, other: Date): boolean => dayOf(one) === dayOf(other);

/** The time of a moment, on another day. */
export const onDay = (moment: Date, day: Date): Date =>
  new Date(
    day.getFullYear(),
    day.getMonth(),
    day.getDate(),
    moment.getHours(),
    moment.getMinutes(),
    moment.getSeconds(),
    moment.getMilliseconds(),
  );

interface WithWeekInfo {
  getWeekInfo?(): { firstDay: number };
  weekInfo?: { firstDay: number };
}

/**
 * On which day a week begins. The browser decides, as it knows the country, unless the panel is in another language; its English
 * alone says nothing, being what it has before anybody chooses. Monday where the browser does not know.
 */
export const weekStartOf = (panel: string, browser: string): number => {
  const isOfBrowser = panel === 'en' || browser.split('-')[0] === panel;
  const known = new Intl.Locale(isOfBrowser && browser !== '' ? browser : panel) as unknown as WithWeekInfo;
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % WEEK;
};
