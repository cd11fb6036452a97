import type { Attribute } from '../../../platform/attributes';
import { isRecord } from '../../../platform/formats';
import { malformed } from './refusals';
import { MAX_INTEGER } from '../../../platform/database/values';

/** What a column is compared with, and which values are allowed. */
const COMPARING = ['$eq', '$eqi', '$ne', '$nei', '$gt', '$gte', '$lt', '$lte'];
const LISTS = ['$in', '$notIn', '$between'];
const IN_TEXTS = [
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
];
const OF_NULL = ['$null', '$notNull'];

const TEXTS = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration', 'customField'];
const WHOLE_NUMBERS = ['integer', 'biginteger'];
const NUMBERS = [...WHOLE_NUMBERS, 'float', 'decimal'];
const MOMENTS = ['datetime', 'date', 'timestamp'];

/** An operator on one column; `$and` and `$or` group conditions. */
export const isOperator = (name: string): boolean =>
  [...COMPARING, ...LISTS, ...IN_TEXTS, ...OF_NULL].includes(name);

/**
 * Holds what a column is compared with against the column's type: databases fail on what they cannot read.
 * @throws ValidationError
 */
export const checkOperand = (
  parameter: string,
  name: string,
  attribute: Attribute,
  operand: unknown,
): void => {
  const refuse = (reason: string) => malformed(parameter, `"${name.slice(0, 80)}" ${reason}`);
  const { type } = attribute;

  const value = (one: unknown, asText = false): void => {
    if (one === null || one === undefined) return;
    if (!['string', 'number', 'boolean'].includes(typeof one)) throw refuse('is compared with plain values.');
    const text = String(one);
    if (text.includes('\0')) throw refuse('is compared with a character that no text has.');
    if (asText || TEXTS.includes(type)) return;
    if (NUMBERS.includes(type) && !isNumberOf(type, text)) throw refuse('is compared with numbers.');
    if (MOMENTS.includes(type) && !isMoment(text)) throw refuse('is compared with dates.');
    if (type === 'time' && !/^\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text))
      throw refuse('is compared with times.');
    if (type === 'boolean' && !/^(true|false|t|f|1|0)$/i.test(text))
      throw refuse('is compared with true or false.');
  };
  const values = (many: unknown): void => {
    if (!Array.isArray(many)) return value(many);
    for (const one of many) value(one);
  };

  if (!isRecord(operand)) {
    refuseUnlessNull(type, false, refuse);
    return values(operand);
  }
  if (Object.keys(operand).length === 0) throw refuse('is compared with nothing.');
  for (const [operator, given] of Object.entries(operand)) {
    if (operator === '$not' && isRecord(given)) {
      checkOperand(parameter, name, attribute, given);
      continue;
    }
    if (!isOperator(operator))
      throw refuse(`is compared by "${operator.slice(0, 80)}", which is no operator.`);
    refuseUnlessNull(type, OF_NULL.includes(operator), refuse);
    if (OF_NULL.includes(operator)) value(given, true);
    else if (IN_TEXTS.includes(operator)) {
      if (!TEXTS.includes(type)) throw refuse('is no text to be searched.');
      values(given);
    } else if (operator === '$between') {
      if (!Array.isArray(given) || given.length !== 2) throw refuse('is between two values.');
      values(given);
    } else values(given);
  }
};

/** Of a document it can be asked whether there is one; databases do not agree on anything else. */
const refuseUnlessNull = (type: string, isOfNull: boolean, refuse: (reason: string) => Error): void => {
  const isComparable = [...TEXTS, ...NUMBERS, ...MOMENTS, 'time', 'boolean'].includes(type);
  if (!isComparable && !isOfNull) throw refuse('cannot be compared.');
};

const isNumberOf = (type: string, text: string): boolean => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return false;
  if (!WHOLE_NUMBERS.includes(type)) return true;
  if (!Number.isInteger(number)) return false;
  return Math.abs(number) <= (type === 'integer' ? MAX_INTEGER : Number.MAX_SAFE_INTEGER);
};

/** ISO 8601, and within the years that all databases know. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d([T ]|$)/.test(text) && !Number.isNaN(Date.parse(text)) && !text.startsWith('0000');
