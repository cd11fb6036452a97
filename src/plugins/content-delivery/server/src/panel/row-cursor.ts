import { toRowNumber } from '../platform/database/values';
import { fieldError } from '../platform/field-errors';
import type { Input } from '../platform/input';

/**
 * The number of the row at which a list goes on, as an answer gave it.
 * @returns null for its beginning
 */
export const rowCursorIn = (input: Input, field: string): number | null => {
  const value = input[field] ?? '';
  if (value === '') return null;
  const row = typeof value === 'string' ? toRowNumber(value) : null;
  if (row !== null) return row;
  throw fieldError(field, `"${field}" must be what an answer gave as "next".`);
};
