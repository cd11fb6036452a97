/** The day, the time and the zone of a text that begins as `2024-03-09` or `2024/03/09` does. */
const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** What `new Date` understands as a zone. */
const ZONE = /(?:\bz|\b(?:utc|gmt)(?:[+-]\d{1,4})?|[+-]\d\d:?\d\d|\b[ecmp][sd]t)\s*(?:\([^()]*\))?$/i;
/** Other capitals at the end are a zone that it does not understand. */
const UNKNOWN_ZONE = /\s(?!AM$|PM$)[A-Z]{2,5}$/;

/** What all databases can store, as years. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 9999];

/** A date as sources have it: a moment of TOML, or a text; null for what is none. Without a zone it is one of UTC. */
export const dateFrom = (value: unknown): Date | null => {
  // TOML has times without a day, too.
  if (value instanceof Date) return valid(new Date(value.getTime()));
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const iso = ISO.exec(text);
  if (iso) return fromIso(iso);
  // `new Date` makes a year of nearly everything that has a number.
  const words = text.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  if (!/[a-z]{2}/i.test(words) || !/\d{4}/.test(words)) return null;
  if (ZONE.test(words)) return valid(new Date(words));
  return UNKNOWN_ZONE.test(words) ? null : valid(new Date(`${words} UTC`));
};

/** Whether a text names a zone. */
export const hasZone = (text: string): boolean =>
  ISO.exec(text.trim())?.[8] !== undefined || ZONE.test(text.trim());

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
