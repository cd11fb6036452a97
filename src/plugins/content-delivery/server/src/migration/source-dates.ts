/** The day, the time and the zone of a text that begins as `2024-03-09` or `2024/03/09` does. */
const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** `20260820T024114Z` */
const COMPACT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(?=z|[+-]|$)/i;
/** `20.08.2026 10:15`: with dots the day comes first everywhere. */
const WITH_DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[ ,])/;
/** Seconds, or thousandths of them, since 1970: from 2001 to 2286. */
const SINCE_1970 = /^\d{10}(?:\d{3})?$/;
/** `[Europe/Berlin]` after an offset, as Java and newer JavaScript write it. */
const NAME_OF_ZONE = /(?<=z|[+-]\d\d:?\d\d)\[[\w/+-]+\]$/i;
/** What `new Date` understands as a zone. `20-Aug-2026` has none. */
const ZONE =
  /(?:\bz|\b(?:utc|gmt)(?:[+-]\d{1,4})?|:\d\d(?:\.\d+)?\s*[+-]\d\d:?\d\d|\b[ecmp][sd]t)\s*(?:\([^()]*\))?$/i;
/** Other capitals at the end are a zone that it does not understand. */
const UNKNOWN_ZONE = /\s(?!AM$|PM$)[A-Z]{2,5}$/;

/** What all databases can store, as years. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 9999];

/** A date as sources have it: a moment of TOML, a text, or the seconds since 1970; null for what is none. Without a zone it is one of UTC. */
export const dateFrom = (value: unknown): Date | null => {
  // TOML has times without a day, too.
  if (value instanceof Date) return valid(new Date(value.getTime()));
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = plain(String(value));
  if (SINCE_1970.test(text)) return valid(new Date(Number(text.padEnd(13, '0'))));
  const iso = ISO.exec(text);
  if (iso) return fromIso(iso);
  // `new Date` makes a year of nearly everything that has a number.
  const words = text.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  if (!/[a-z]{2}/i.test(words) || !/\d{4}/.test(words)) return null;
  if (ZONE.test(words)) return valid(new Date(words));
  return UNKNOWN_ZONE.test(words) ? null : valid(new Date(`${words} UTC`));
};

/** Whether a text names a zone. */
export const hasZone = (value: string): boolean => {
  const text = plain(value);
  return SINCE_1970.test(text) || ISO.exec(text)?.[8] !== undefined || ZONE.test(text);
};

/** Other ways to write the same date as ISO has it. */
const plain = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=:\d\d(?:\.\d+)?) ?\u2212(?=\d\d)/, '-')
    .replace(NAME_OF_ZONE, '')
    .replace(
      COMPACT,
      (_, y: string, m: string, d: string, h: string, min: string, sec = '00') =>
        `${y}-${m}-${d}T${h}:${min}:${sec}`,
    )
    .replace(WITH_DOTS, '$3-$2-$1')
    .replace(/^(\d{4}-\d{1,2}-\d{1,2}),(?= )/, '$1');

const valid = (date: Date): Date | null => {
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : null;
};

const two = (digits = '0'): string => digits.padStart(2, '0');

const fromIso = ([
  ,
  year = '',
  month,
  day,
  hour,
  minute,
  second,
  fraction = '',
  zone = 'Z',
]: RegExpExecArray): Date | null => {
  const offset = /^[a-z]/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const onDay = `${year}-${two(month)}-${two(day)}`;
  // 30 February would be a day of March.
  const isDay =
    valid(new Date(`${onDay}T00:00:00Z`))
      ?.toISOString()
      .startsWith(onDay) === true;
  return isDay
    ? valid(
        new Date(
          `${onDay}T${two(hour)}:${two(minute)}:${two(second)}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
        ),
      )
    : null;
};
