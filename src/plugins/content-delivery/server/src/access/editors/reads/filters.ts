import type { Attribute } from '../../../platform/attributes';
import { isRecord } from '../../../platform/formats';
import { targetOf } from './attributes';
import { fieldAt, step, type Place } from './place';
import { malformed } from './refusals';
import { checkOperand, isOperator } from './operators';

type Filters = Record<string, unknown>;

/** Strapi's own name for whether an entry is published, in lists of the content manager. */
const STATUS = '__status';

/**
 * Conditions on entries, each of which is narrowed to related entries that the user may read: whatever is asked,
 * the answer does not depend on others.
 * @throws ValidationError for what is no condition
 * @throws ValidationError for what the user may read nothing of
 */
export const narrowFilters = (start: Place, filters: unknown): Filters => {
  const group = (place: Place, value: unknown): Filters => {
    if (!isRecord(value))
      throw malformed(place.parameter, 'a condition names a field: filters[name][$eq]=value.');
    return Object.fromEntries(
      Object.entries(value).map(([name, condition]) => [name, narrowed(place, name, condition)]),
    );
  };

  const narrowed = (place: Place, name: string, condition: unknown): unknown => {
    if (name === '$and' || name === '$or') {
      if (!Array.isArray(condition)) throw malformed(place.parameter, `${name} takes a list of conditions.`);
      return condition.map((one) => group(place, one));
    }
    if (name === '$not') return group(place, condition);
    if (name.startsWith('$')) throw malformed(place.parameter, `the operator "${name}" needs a field.`);
    if (name === STATUS && place.steps === 0) return status(place, condition);
    const attribute = fieldAt(place, name);
    if (targetOf(attribute) !== undefined) return related(place, name, attribute, condition);
    checkOperand(place.parameter, name, attribute, condition);
    return condition;
  };

  const related = (place: Place, name: string, attribute: Attribute, condition: unknown) => {
    const next = step(place, name, attribute);
    const isOfId = !isRecord(condition) || Object.keys(condition).every(isOperator);
    const asked = group(next, isOfId ? { id: condition } : condition);
    const { where } = next.access;
    if (where === null || attribute.type === 'component') return asked;
    // A row without related entries reveals nothing about one.
    return { $and: [asked, { $or: [{ id: { $null: true } }, where] }] };
  };

  return group(start, filters);
};

const status = (place: Place, condition: unknown): unknown => {
  const isOne = isRecord(condition) && Object.keys(condition).join() === '$eq';
  if (!isOne || typeof condition['$eq'] !== 'string')
    throw malformed(place.parameter, 'a status is one of Strapi.');
  return condition;
};
