import type { Knex } from 'knex';
import { HOUR } from '../durations';
import { toMilliseconds, type DatabaseDate } from './values';

/** Milliseconds by which the clocks of two servers may differ. */
const DRIFT = HOUR;

/**
 * For a query: rows whose moment has come, or is none that this clock can have set: its clock was ahead then, and was set back since.
 * @param longest milliseconds from when a moment is set until it comes, at most
 * @param drift milliseconds by which the clock that has set it may differ; none where all of them are the database's
 */
export const hasCome =
  (column: string, now: Date, longest: number, drift: number = DRIFT) =>
  (either: Knex.QueryBuilder): void => {
    void either.where(column, '<=', now);
    void either.orWhere(column, '>', latest(now, longest, drift));
  };

/** The same of one row. */
export const isPast = (moment: Date, now: Date, longest: number, drift: number = DRIFT): boolean =>
  moment <= now || moment > latest(now, longest, drift);

/** The latest moment that may have been set by now: one after it is of a clock that was set back since. */
export const latest = (now: Date, longest: number, drift: number = DRIFT): Date =>
  new Date(now.getTime() + longest + drift);

/**
 * Since when something has been so: now where nothing is stored, or what is later than now.
 * @param idle milliseconds that do not count
 */
export const pastOf = (stored: DatabaseDate | null, now: Date, idle = 0): Date =>
  stored === null ? now : new Date(Math.min(toMilliseconds(stored) + idle, now.getTime()));
