import { dateAfter, type Schedule } from '../../pseo/drips/calendar';
import { DAY } from '../../platform/durations';

interface DripDate {
  at: Date;
  pages: number;
}

/**
 * The dates of a drip within a period, and how many pages each one publishes. What lies before the period is skipped in
 * one step, however far away that is.
 * @param next the date that comes next
 * @param waiting pages that the drip still has
 */
export const datesIn = (
  schedule: Schedule & { amount: number },
  next: DripDate,
  waiting: number,
  { from, until }: { from: Date; until: Date },
): DripDate[] => {
  const stepDays = schedule.every === 'day' ? 1 : 7;
  // Two less than there may be: clocks are put forward and back.
  const skipped = Math.floor((from.getTime() - next.at.getTime()) / (stepDays * DAY)) - 2;
  let { at, pages } = next;
  let left = waiting;
  if (skipped > 0) {
    left -= pages + (skipped - 1) * schedule.amount;
    pages = schedule.amount;
    // Not where nothing is left: dates have an end.
    if (left > 0) at = dateAfter(schedule, at, skipped);
  }
  const dates: DripDate[] = [];
  while (left > 0 && at < until) {
    const now = Math.min(pages, left);
    if (at >= from) dates.push({ at, pages: now });
    left -= now;
    pages = schedule.amount;
    at = dateAfter(schedule, at, 1);
  }
  return dates;
};
