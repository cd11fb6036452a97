import type { Fields } from '../fields';

/** A row of one of Ghost's tables: texts, numbers and nulls by the names of its columns. */
export type Row = Fields;

/** A text of a row, without spaces around it; empty where it has none. */
export const textOf = (row: Row | undefined, column: string): string => {
  const value = row?.[column];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
};

/** A switch: databases have numbers for it, and exports sometimes texts. */
export const isTrue = (row: Row, column: string): boolean =>
  row[column] === true || ['1', 'true'].includes(textOf(row, column));

/** Without a zone it is one of UTC. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Milliseconds since 1970; fewer digits would be seconds, or nothing. */
const MILLISECONDS = /^\d{12,14}$/;

/** `2024-03-09T17:20:00.000Z`, `2024-03-09 17:20:00` in UTC, or milliseconds; null for what is no date. */
export const dateOf = (row: Row, column: string): Date | null => {
  const text = textOf(row, column);
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  const date =
    day === undefined
      ? new Date(MILLISECONDS.test(text) ? Number(text) : NaN)
      : new Date(`${day}T${time}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
};
