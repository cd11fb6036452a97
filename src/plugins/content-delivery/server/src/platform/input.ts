import { fieldError } from './field-errors';
import { isRecord } from './formats';

/** Reads what the panel sends; everything else is a 400 that says what is wrong. */

export type Input = Record<string, unknown>;

export const asObject = (value: unknown, field: string): Input => {
  if (isRecord(value)) return value;
  throw fieldError(field, `Send "${field}" as an object.`);
};

/** A documentId. */
export const idIn = (input: Input, field: string): string => {
  const value = optionalTextIn(input, field);
  if (value === undefined) throw fieldError(field, `Say which ${field}.`);
  return value;
};

export const optionalTextIn = (input: Input, field: string): string | undefined => {
  const value = input[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.includes('\0'))
    throw fieldError(field, `"${field}" must be a text.`);
  return value;
};

export const optionalChoiceIn = <Choice extends string>(
  input: Input,
  field: string,
  choices: readonly Choice[],
): Choice | undefined => {
  const value = optionalTextIn(input, field);
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined;
  throw fieldError(field, `"${field}" must be one of ${choices.join(', ')}.`);
};

const MAX_PAGE_SIZE = 100;
const USUAL = 50;

export const limitIn = (input: Input): number => {
  const text = optionalTextIn(input, 'limit');
  if (text === undefined) return USUAL;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  throw fieldError('limit', `"limit" must be a number from 1 to ${MAX_PAGE_SIZE}.`);
};
