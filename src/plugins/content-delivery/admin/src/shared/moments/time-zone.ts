/** Moments in words, with the time zone spelled out. All pure: the zone and the language are given. */

const part = (date: Date, locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(date);

/**
 * How far a zone is from UTC at a moment, summer time included: `UTC+1`, `UTC-3:30`, `UTC`.
 * @param timeZone an IANA name: `Europe/Berlin`
 */
export const utcOffset = (date: Date, timeZone: string): string => {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return (name ?? 'GMT').replace('GMT', 'UTC').replace('\u2212', '-').replace(/\+0$/, '');
};

const time = (date: Date, locale: string, timeZone: string): string =>
  part(date, locale, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const day = (date: Date, locale: string, timeZone: string): string =>
  part(date, locale, timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });

export interface SpelledOut {
  /** The day where the editor is: `Saturday, November 21, 2026`. */
  day: string;
  /** The time where the editor is: `15:00`. */
  time: string;
  /** `Europe/Berlin` */
  zone: string;
  /** `UTC+1` */
  offset: string;
  /** The same moment in UTC: `14:00 UTC`, with the day in front when it is another one. */
  utc: string;
}

export const spellOut = (date: Date, timeZone: string, locale: string): SpelledOut => {
  const here = day(date, locale, timeZone);
  const there = day(date, locale, 'UTC');
  const utcTime = `${time(date, locale, 'UTC')} UTC`;
  return {
    day: here,
    time: time(date, locale, timeZone),
    zone: timeZone,
    offset: utcOffset(date, timeZone),
    utc: here === there ? utcTime : `${there}, ${utcTime}`,
  };
};

/** Milliseconds of the units of a distance, the largest first. */
const UNITS = [
  ['year', 365.25 * 86_400_000],
  ['month', (365.25 / 12) * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How far a moment is from another: `in 3 days`, `2 hours ago`, `now`. */
export const distance = (date: Date, now: Date, locale: string): string => {
  const milliseconds = date.getTime() - now.getTime();
  for (const [unit, length] of UNITS) {
    const count = Math.trunc(milliseconds / length);
    if (count !== 0) return new Intl.RelativeTimeFormat(locale).format(count, unit);
  }
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
};
