import type { Attribute } from '../../../platform/attributes';
import { targetOf } from './attributes';
import { narrowFilters } from './filters';
import { fieldsAt } from './fields';
import { fieldAt, step, type Place } from './place';
import { malformed, outOfReach } from './refusals';
import { narrowSort } from './sort';
import { FILE_UID } from '../../../platform/uids';
import { isRecord } from '../../../platform/formats';

type Populate = Record<string, unknown>;

/** What a request may say of related entries that are to come with the others. */
const OF_RELATED = ['populate', 'filters', 'sort', 'fields', 'count'];

/**
 * Which related entries come with the others, in one form. Only what the user may read all of: what comes along is
 * checked against no condition. Their number is returned where the panel shows it.
 * @throws ValidationError for what is no relation
 * @throws ValidationError for what the user may not read all of
 */
export const narrowPopulate = (start: Place, populate: unknown): Populate => {
  const { parameter } = start;

  const relations = (place: Place, value: unknown): Populate => {
    if (isTrue(value)) return everything(place);
    if (typeof value === 'string') return listed(place, value.split(','));
    if (Array.isArray(value)) return listed(place, value);
    if (!isRecord(value)) throw malformed(parameter, 'it names relations.');
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, below]) => !isFalse(below))
        .map(([name, below]) => [name, related(place, name, below)]),
    );
  };

  const everything = (place: Place): Populate =>
    Object.fromEntries(
      Object.entries(place.model.attributes)
        .filter(([, attribute]) => targetOf(attribute) !== undefined)
        .map(([name]) => [name, related(place, name, true)]),
    );

  /** `a,b.c` */
  const listed = (place: Place, paths: readonly unknown[]): Populate => {
    const all: Populate = {};
    for (const path of paths) {
      if (typeof path !== 'string') throw malformed(parameter, 'it names relations.');
      const [first = '', ...rest] = path.trim().split('.');
      if (first === '') continue;
      if (first === '*') return everything(place);
      const below = rest.length > 0 ? { populate: rest.join('.') } : true;
      const before = isRecord(all[first]) ? all[first] : {};
      const next = related(place, first, below);
      all[first] = isRecord(next)
        ? { populate: { ...(before['populate'] as object), ...(next['populate'] as object) } }
        : (all[first] ?? true);
    }
    return all;
  };

  const related = (place: Place, name: string, below: unknown): unknown => {
    const attribute = fieldAt(place, name);
    const target = targetOf(attribute);
    if (target === undefined) throw malformed(parameter, `"${name.slice(0, 80)}" is no relation.`);
    if (target === null) return ofAnyType(place, name, below);
    if (isRecord(below) && Object.keys(below).join() === 'count' && isTrue(below['count']))
      return counted(place, name, attribute);
    const next = step(place, name, attribute);
    if (!next.access.isWhole && attribute.type !== 'component') throw outOfReach(parameter, name);
    if (!isRecord(below)) {
      // Strapi takes `parent: '*'` for `parent: true`.
      if (isTrue(below) || below === '*') return true;
      throw malformed(parameter, `"${name.slice(0, 80)}" is followed by what is to come with it.`);
    }
    for (const key of Object.keys(below)) {
      if (!OF_RELATED.includes(key)) throw malformed(parameter, `there is no "${key.slice(0, 80)}" in it.`);
    }
    const { populate: further, filters, sort, fields } = below;
    return {
      ...(further === undefined ? {} : { populate: relations(next, further) }),
      ...(filters === undefined ? {} : { filters: narrowFilters(next, filters) }),
      // Behind a relation, what would have to be checked is refused.
      ...(sort === undefined ? {} : { sort: narrowSort(next, sort).order }),
      ...(fields === undefined ? {} : { fields: fieldsAt(next, fields) }),
    };
  };

  const counted = (place: Place, name: string, attribute: Attribute): unknown => {
    // Of files the library shows to each user what they may see; how many there are is for all.
    if (targetOf(attribute) !== FILE_UID && !step(place, name, attribute).access.isWhole)
      throw outOfReach(parameter, name);
    return { count: 'true' };
  };

  /** Entries of any type: for those who may read all of every type. */
  const ofAnyType = (place: Place, name: string, below: unknown): unknown => {
    if (!place.scope.isUnrestricted || !place.scope.seesUsers) throw outOfReach(parameter, name);
    if (!isTrue(below)) throw malformed(parameter, `"${name}" leads to entries of any type.`);
    return true;
  };

  return relations(start, populate);
};

export const isTrue = (value: unknown): boolean => value === true || /^(true|t|1)$/i.test(String(value));
export const isFalse = (value: unknown): boolean => value === false || /^(false|f|0)$/i.test(String(value));
