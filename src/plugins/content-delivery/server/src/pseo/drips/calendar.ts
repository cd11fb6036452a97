import { DAY, MINUTE } from '../../platform/durations';

/** When pages are published: a time of day in a time zone, every day or on one day of the week. */
export interface Schedule {
  every: 'day' | 'week';
  /** 1 is Monday, 7 is Sunday; null for every day. */
  weekday: number | null;
  /** `HH:MM` */
  time: string;
  /** IANA */
  timeZone: string;
}

/** A day of the calendar, as the number of days since 1970-01-01. */
type Day = number;

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** True for a name that the server's time zone database has. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
};

/** What a clock on the wall shows, as if it were UTC, in milliseconds; whole seconds. */
const wallClock = (timeZone: string, moment: number): number => {
  const part = new Map(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

const offset = (timeZone: string, moment: number): number => {
  const whole = Math.floor(moment / 1000) * 1000;
  return wallClock(timeZone, whole) - whole;
};

/**
 * The moment at which a day's clock shows a time. Where the clock is put back and shows it twice, the first. Where
 * it is put forward and leaves it out, as long after the leap as the time would have been (02:30 becomes 03:30).
 */
const timestampOf = ({ time, timeZone }: Schedule, day: Day): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const shown = day * DAY + (hours * 60 + minutes) * MINUTE;
  const before = offset(timeZone, shown - DAY);
  const after = offset(timeZone, shown + DAY);
  const candidates = [shown - before, shown - after].filter(
    (moment) => wallClock(timeZone, moment) === shown,
  );
  return candidates.length > 0 ? Math.min(...candidates) : shown - before;
};

const dayOf = ({ timeZone }: Schedule, moment: number): Day => Math.floor(wallClock(timeZone, moment) / DAY);

const weekOf = (day: Day): number => Math.floor((day + MONDAY_OFFSET) / 7);

/** From this day on, the first that the schedule names. */
const scheduledDay = ({ every, weekday }: Schedule, day: Day): Day => {
  if (every === 'day') return day;
  const current = (((day + MONDAY_OFFSET) % 7) + 7) % 7;
  return day + (((weekday ?? 1) - 1 - current + 7) % 7);
};

const stepOf = ({ every }: Schedule): number => (every === 'day' ? 1 : 7);

const nextDay = (schedule: Schedule, after: Date, last: Date | null): Day => {
  const from = after.getTime();
  // One of a clock that was set back since is none: nothing would be published until then.
  const served = last && last <= after ? dayOf(schedule, last.getTime()) : null;
  const isServed = (day: Day): boolean =>
    served !== null && (schedule.every === 'day' ? day <= served : weekOf(day) <= weekOf(served));
  // A time that the clock leaves out at midnight may fall on the day after its own.
  let day = scheduledDay(schedule, dayOf(schedule, from) - 1);
  while (timestampOf(schedule, day) <= from || isServed(day)) day = scheduledDay(schedule, day + 1);
  return day;
};

/**
 * The first date of the schedule after a moment.
 * @param last the date before, perhaps of another schedule: a day (or week) that it was in gets no second one
 */
export const nextDate = (schedule: Schedule, after: Date, last: Date | null = null): Date =>
  new Date(timestampOf(schedule, nextDay(schedule, after, last)));

/** The date that comes so many dates after one of the schedule; as quick for many as for few. */
export const dateAfter = (schedule: Schedule, date: Date, count: number): Date => {
  if (count === 0) return date;
  return new Date(timestampOf(schedule, nextDay(schedule, date, null) + (count - 1) * stepOf(schedule)));
};

/**
 * The latest date of the schedule that has come by now.
 * @param due a date that has come
 * @returns also how many dates were passed over since `due`
 */
export const latestDate = (schedule: Schedule, due: Date, now: Date): { date: Date; passed: number } => {
  let latest = { date: due, passed: 0 };
  for (;;) {
    const next = nextDate(schedule, latest.date);
    if (next > now) return latest;
    latest = { date: next, passed: latest.passed + 1 };
  }
};

/** Names for `timeZone`. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
];
