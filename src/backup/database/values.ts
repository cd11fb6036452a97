import type { Column } from '../archive/manifest';
import { BackupProblem } from '../problem';

/** A value as in an archive, the same from every database. */
export type Neutral = string | number | boolean | null;

type Kind = 'number' | 'text' | 'boolean' | 'moment' | 'json' | 'exact' | 'day';

/** How the values of Strapi's column types are written down. */
const KINDS: Readonly<Record<string, Kind>> = {
  increments: 'number',
  integer: 'number',
  double: 'number',
  // More digits than a number of JavaScript has.
  bigInteger: 'exact',
  decimal: 'exact',
  string: 'text',
  text: 'text',
  boolean: 'boolean',
  datetime: 'moment',
  timestamp: 'moment',
  date: 'day',
  time: 'text',
  json: 'json',
  jsonb: 'json',
};

const kindOf = ({ name, type }: Column): Kind => {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kind) throw new BackupProblem(`The column ${name} has the type ${type}, which backups do not know.`);
  return kind;
};

/** @throws BackupProblem when a column is of a type that cannot be backed up */
export const refuseUnknownTypes = (columns: readonly Column[]): void => columns.forEach(kindOf);

/**
 * From what the driver of the database gave.
 *
 * JSON stays the text that it is: taken apart and put together, objects would have their keys in another order.
 * @throws BackupProblem when the column cannot have had such a value
 */
export const toNeutral = (column: Column, value: unknown): Neutral => {
  if (value === null || value === undefined) return null;
  const unexpected = (): BackupProblem =>
    new BackupProblem(`the column ${column.name} has a value that is no ${column.type}`);
  switch (kindOf(column)) {
    case 'number':
      if (typeof value === 'number') return value;
      if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
        return Number(value);
      throw unexpected();
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 0 || value === 1) return value === 1;
      throw unexpected();
    case 'moment': {
      const moment = value instanceof Date ? value : new Date(value as string | number);
      if (Number.isNaN(moment.getTime())) throw unexpected();
      return moment.toISOString();
    }
    case 'day':
      return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'exact':
    case 'text':
      if (typeof value === 'object') throw unexpected();
      return String(value);
  }
};

/** For the driver of whichever database. @throws BackupProblem when the archive has another kind of value */
export const toStored = (column: Column, value: unknown): Neutral | Date => {
  const kind = kindOf(column);
  if (value === null) return null;
  const expected = kind === 'number' ? 'number' : kind === 'boolean' ? 'boolean' : 'string';
  if (typeof value !== expected) {
    throw new BackupProblem(`the column ${column.name} of the archive has a value that is no ${column.type}`);
  }
  return kind === 'moment' ? new Date(value as string) : (value as Neutral);
};
