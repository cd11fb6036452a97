import type { Core } from '@strapi/strapi';
import { attributeOf, modelOf, targetOf, type Model } from './attributes';
import type { Attribute } from '../../../platform/attributes';
import type { Access, ReadScope } from './access';
import { malformed, outOfReach, unknownField } from './refusals';

/** How many relations in a row a parameter may follow. */
const MAX_STEPS = 5;

/** How far a parameter has been followed: to a content type, or to a component within one. */
export interface Place {
  strapi: Core.Strapi;
  scope: ReadScope;
  /** As the request has it: `filters`. */
  parameter: string;
  model: Model;
  /** What the user may read of the content type. */
  access: Access;
  /** The way to a component within the content type, with a dot at its end. */
  prefix: string;
  /** How many relations lead here. */
  steps: number;
}

export const startAt = (strapi: Core.Strapi, scope: ReadScope, parameter: string, uid: string): Place => {
  const model = modelOf(strapi, uid);
  if (!model) throw malformed(parameter, 'there is no such type.');
  return { strapi, scope, parameter, model, access: scope.of(uid), prefix: '', steps: 0 };
};

/**
 * @throws ValidationError for an attribute that is not there
 * @throws ValidationError for one that the user may not read of a related entry; of the entries themselves it is
 *   for Strapi to leave it out, as lists do that are sorted by it unless the user chose otherwise
 */
export const fieldAt = (place: Place, name: string): Attribute => {
  const attribute = attributeOf(place.model, name);
  if (!attribute || attribute.type === 'password') throw unknownField(place.parameter, name);
  const isValue = targetOf(attribute) === undefined;
  if (place.steps > 0 && isValue && !place.access.shows(place.prefix + name))
    throw outOfReach(place.parameter, name);
  return attribute;
};

/**
 * The place that a relation, a component or a file leads to.
 * @throws ValidationError where it can lead anywhere
 * @throws ValidationError when the user may read nothing there
 */
export const step = (place: Place, name: string, attribute: Attribute): Place => {
  const { strapi, scope, parameter, steps } = place;
  const target = targetOf(attribute);
  const model = target ? modelOf(strapi, target) : undefined;
  if (!target || !model) throw malformed(parameter, `"${name}" leads to entries of any type.`);
  if (steps >= MAX_STEPS) throw malformed(parameter, `it follows more than ${MAX_STEPS} relations in a row.`);
  if (attribute.type === 'component')
    return { ...place, model, prefix: `${place.prefix}${name}.`, steps: steps + 1 };
  const access = scope.of(target);
  const isShown = steps === 0 || place.access.shows(place.prefix + name);
  if (!access.isReadable || !isShown) throw outOfReach(parameter, name);
  return { ...place, model, access, prefix: '', steps: steps + 1 };
};
