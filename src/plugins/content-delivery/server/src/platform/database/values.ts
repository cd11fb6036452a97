/** A date as the drivers give it: SQLite a number of milliseconds, the others a Date. */
export type DatabaseDate = Date | number | string;

export const toDate = (value: DatabaseDate): Date => (value instanceof Date ? value : new Date(value));

export const toDateOrNull = (value: DatabaseDate | null): Date | null =>
  value === null ? null : toDate(value);

/** A JSON column: PostgreSQL gives it parsed, the others as text. */
export const toJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** The largest number that a column of whole numbers holds on every database, and so that a row has. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** A whole number from 0 that a row can have, in digits; null for everything else. */
export const toRowNumber = (digits: string): number | null =>
  /^\d{1,10}$/.test(digits) && Number(digits) <= MAX_INTEGER ? Number(digits) : null;

/** Sorts by code unit, which is the same on every database and in every locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Milliseconds since 1970. */
export const toMilliseconds = (value: DatabaseDate): number =>
  typeof value === 'number' ? value : toDate(value).getTime();
