import { targetOf } from './attributes';
import { fieldAt, type Place } from './place';
import { malformed } from './refusals';

/**
 * Which attributes a request asks for.
 * @throws ValidationError for one that is not there
 * @throws ValidationError for one of a related entry that the user may not read
 */
export const fieldsAt = (place: Place, fields: unknown): string | string[] => {
  if (fields === '*') return fields;
  const all = (Array.isArray(fields) ? fields : [fields]).flatMap((one) => {
    if (typeof one !== 'string') throw malformed(place.parameter, 'it names attributes.');
    return one.split(',').map((name) => name.trim());
  });
  for (const name of all) {
    if (targetOf(fieldAt(place, name)) !== undefined)
      throw malformed(place.parameter, `"${name.slice(0, 80)}" is no attribute with a value.`);
  }
  return all;
};
