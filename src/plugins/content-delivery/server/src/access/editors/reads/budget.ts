import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Attribute } from '../../../platform/attributes';
import { isRecord } from '../../../platform/formats';
import { attributeOf, isToOne, LARGE_UIDS, modelOf, targetOf, type Model } from './attributes';
import { isOperator } from './operators';
import { isFalse, isTrue } from './populate';
import { dotted } from './sort';

/** Relations that one request may follow: each is two tables in one statement, of which MariaDB joins 61 and SQLite 64. */
const MAX_FOLLOWED = 12;
/** Those among them with what a role's conditions add. */
const MAX_FOLLOWED_WITH_CONDITIONS = 26;
/** Relations to many entries in filters and order: each one multiplies the rows of the list by its entries. */
const MAX_TO_MANY = 2;
/** Comparisons with one value each. */
const MAX_COMPARISONS = 50;

const QUOTED = 6;

type Parameters = Record<string, unknown>;

interface Followed {
  /** Names of relations in filters and order, each as often as it is followed. */
  conditions: string[];
  toMany: string[];
  populated: string[];
  comparisons: number;
}

/**
 * Holds what a request follows in its filters, its order and what is to come with the entries against one budget. Strapi
 * joins the tables once more for each condition: a few conditions on a relation to many entries keep a database for hours.
 * @param uid the type that is listed or shown
 * @throws ValidationError which says what is too much, and how much is allowed
 */
export const holdToBudget = (strapi: Core.Strapi, uid: string, parameters: Parameters): void => {
  const { conditions, toMany, populated, comparisons } = followedBy(strapi, uid, parameters);
  const followed = [...conditions, ...populated];
  if (comparisons > MAX_COMPARISONS)
    throw tooMuch(`compares ${comparisons} values in its filters`, MAX_COMPARISONS);
  if (toMany.length > MAX_TO_MANY)
    throw tooMuch(
      `follows ${toMany.length} relations to many entries in its filters and its order (${listed(toMany)})`,
      MAX_TO_MANY,
    );
  if (followed.length > MAX_FOLLOWED)
    throw tooMuch(
      `follows ${followed.length} relations in its filters, its order and what is to come with the entries (${listed(followed)})`,
      MAX_FOLLOWED,
    );
};

/** The same once conditions of roles were added to what was asked: they follow relations too. */
export const holdNarrowedToBudget = (strapi: Core.Strapi, uid: string, parameters: Parameters): void => {
  const { conditions } = followedBy(strapi, uid, parameters);
  if (conditions.length > MAX_FOLLOWED_WITH_CONDITIONS)
    throw tooMuch(
      `follows ${conditions.length} relations with those that your role's conditions add`,
      MAX_FOLLOWED_WITH_CONDITIONS,
    );
};

const tooMuch = (what: string, limit: number) =>
  new errors.ValidationError(
    `This is too much for one request: it ${what}; ${limit} are allowed. Leave some out, or ask in several requests.`,
  );

const listed = (names: readonly string[]): string =>
  names.slice(0, QUOTED).join(', ') + (names.length > QUOTED ? ', …' : '');

const followedBy = (strapi: Core.Strapi, uid: string, parameters: Parameters): Followed => {
  const found: Followed = { conditions: [], toMany: [], populated: [], comparisons: 0 };
  const model = modelOf(strapi, uid);
  const leadsTo = ({ target }: Step): Model | undefined =>
    target === null ? undefined : modelOf(strapi, target);

  const condition = (step: Step): void => {
    found.conditions.push(step.name);
    if (!isOne(step.attribute)) found.toMany.push(step.name);
  };

  /** What a path leads to. */
  const follow = (of: Model | undefined, names: readonly string[]): Model | undefined => {
    let place = of;
    for (const name of names) {
      const step = stepOf(place, name);
      if (!step) continue;
      condition(step);
      place = leadsTo(step);
    }
    return place;
  };

  const filters = (of: Model | undefined, value: unknown): void => {
    if (Array.isArray(value)) return value.forEach((one) => filters(of, one));
    if (!isRecord(value)) return;
    for (const [name, below] of Object.entries(value)) {
      if (isOperator(name)) found.comparisons += compared(name, below);
      else if (name.startsWith('$')) filters(of, below);
      else pathInto(of, name.split('.'), below);
    }
  };

  const pathInto = (of: Model | undefined, names: readonly string[], below: unknown): void => {
    const place = follow(of, names);
    if (isRecord(below) || Array.isArray(below)) filters(place, below);
    if (!isRecord(below)) found.comparisons += Array.isArray(below) ? Math.max(below.length, 1) : 1;
  };

  const order = (of: Model | undefined, value: unknown): void => {
    if (typeof value === 'string') {
      for (const part of value.split(',')) {
        const path = dotted(part.split(':')[0] ?? '');
        ordered(of, path.trim().split('.'), null);
      }
    } else if (Array.isArray(value)) value.forEach((one) => order(of, one));
    else if (isRecord(value))
      for (const [name, below] of Object.entries(value)) ordered(of, name.split('.'), below);
  };

  const ordered = (of: Model | undefined, names: readonly string[], below: unknown): void => {
    const place = follow(of, names);
    if (isRecord(below)) order(place, below);
  };

  /** @param above the relation to many entries that these come along with */
  const populate = (of: Model | undefined, value: unknown, above: string | null): void => {
    if (!of) return;
    if (isTrue(value)) return everything(of, above);
    if (typeof value === 'string') return listedPaths(of, value.split(','), above);
    if (Array.isArray(value)) return listedPaths(of, value, above);
    if (!isRecord(value)) return;
    for (const [name, below] of Object.entries(value)) {
      if (!isFalse(below)) populated(of, name, below, above);
    }
  };

  const everything = (of: Model, above: string | null): void => {
    for (const name of Object.keys(of.attributes)) {
      const step = stepOf(of, name);
      if (step) comesAlong(step, above);
    }
  };

  const listedPaths = (of: Model, paths: readonly unknown[], above: string | null): void => {
    for (const path of paths) {
      if (typeof path !== 'string') populate(of, path, above);
      else {
        const [first = '', ...rest] = path.trim().split('.');
        if (first === '*') everything(of, above);
        else populated(of, first, rest.length > 0 ? { populate: rest.join('.') } : true, above);
      }
    }
  };

  const populated = (of: Model, name: string, below: unknown, above: string | null): void => {
    const step = stepOf(of, name);
    if (!step) return;
    const { count, on, populate: further, ...rest } = isRecord(below) ? below : ({} as Parameters);
    if (isTrue(count)) return void found.populated.push(name);
    const next = leadsTo(step);
    const many = comesAlong(step, above);
    filters(next, rest['filters']);
    order(next, rest['sort']);
    populate(next, further, many);
    // Of entries of any type, by type.
    for (const [type, one] of Object.entries(isRecord(on) ? on : {}))
      populate(modelOf(strapi, type), isRecord(one) ? one['populate'] : undefined, many);
  };

  const comesAlong = ({ name, attribute, target }: Step, above: string | null): string | null => {
    found.populated.push(name);
    // What a component holds belongs to the entry, and so do the files that were chosen for it; of languages there are few.
    if (isOne(attribute) || attribute.type !== 'relation' || name === 'localizations') return above;
    if (above !== null)
      throw new errors.ValidationError(
        `This is too much for one request: many "${name}" would come with each of many "${above}". Ask for them in a second request.`,
      );
    if (target !== null && LARGE_UIDS.includes(target))
      throw new errors.ValidationError(
        `This is too much for one request: there may be any number of "${name}". Ask for their number, populate[${name}][count]=true, or for a list of them.`,
      );
    return name;
  };

  filters(model, parameters['filters']);
  order(model, parameters['sort']);
  populate(model, parameters['populate'], null);
  return found;
};

interface Step {
  name: string;
  attribute: Attribute;
  /** The type or component that it leads to; null for any. */
  target: string | null;
}

const stepOf = (model: Model | undefined, name: string): Step | null => {
  const attribute = model && attributeOf(model, name);
  const target = attribute && targetOf(attribute);
  return attribute && target !== undefined ? { name, attribute, target } : null;
};

/** True for what an entry has one of at most. */
const isOne = (attribute: Attribute): boolean => {
  if (attribute.type === 'media') return attribute.multiple !== true;
  if (attribute.type === 'component') return attribute.repeatable !== true;
  return isToOne(attribute);
};

/** Texts are compared with each of several values by a comparison of its own; ids are looked up together. */
const compared = (operator: string, value: unknown): number =>
  Array.isArray(value) && !['$in', '$notIn', '$between'].includes(operator) ? value.length : 1;
