import { isToOne, targetOf } from './attributes';
import { isRecord } from '../../../platform/formats';
import { fieldAt, step, type Place } from './place';
import { malformed, outOfReach } from './refusals';

/** Of entries by a related one: not every entry of the list may have one that the user may read. */
export interface Check {
  relation: string;
  /** Type of the related entries. */
  target: string;
}

export interface Sort {
  /** `title:asc,website.name:desc` */
  order: string;
  checks: Check[];
}

const MAX_FIELDS = 10;

/** Strapi's own names for what lists are sorted by beside attributes. */
const STATUS = 'status';

/** Strapi reads `website[name]` as `website.name`. */
export const dotted = (path: string): string => path.replace(/\[["']?([^\]"']*)["']?\]/g, '.$1');

/** The forms that Strapi takes: `a.b:asc,c`, a list of these, `{ a: { b: 'asc' } }`, a list of those. */
const parts = (parameter: string, sort: unknown): string[] => {
  if (typeof sort === 'string')
    return sort
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  if (Array.isArray(sort)) return sort.flatMap((one) => parts(parameter, one));
  if (isRecord(sort)) return Object.entries(sort).flatMap(([name, below]) => nested(parameter, name, below));
  throw malformed(parameter, 'it is a list of fields: title:asc.');
};

const nested = (parameter: string, path: string, below: unknown): string[] => {
  if (typeof below === 'string') return below.trim() === '' ? [] : [`${path}:${below.trim()}`];
  if (!isRecord(below)) throw malformed(parameter, 'it is a list of fields: title:asc.');
  return Object.entries(below).flatMap(([name, value]) => nested(parameter, `${path}.${name}`, value));
};

/**
 * An order of entries. By a field of related entries only where the user may read all of these, or where each
 * entry has one at most and the check says that the user may read that.
 * @throws ValidationError for what is no order
 * @throws ValidationError for what the user may not read
 */
export const narrowSort = (start: Place, sort: unknown): Sort => {
  const { parameter } = start;
  const checks: Check[] = [];
  const all = parts(parameter, sort);
  if (all.length > MAX_FIELDS) throw malformed(parameter, `it has more than ${MAX_FIELDS} fields.`);
  const order = all.map((part) => {
    const [path = '', direction = 'asc', ...rest] = part.split(':').map((text) => text.trim());
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction))
      throw malformed(parameter, 'each field is followed by ":asc" or ":desc".');
    const names = dotted(path).split('.');
    if (path === STATUS) return `${STATUS}:${direction}`;
    let place = start;
    for (const [at, name] of names.entries()) {
      const attribute = fieldAt(place, name);
      const target = targetOf(attribute);
      const isLast = at === names.length - 1;
      if (isLast === (target !== undefined))
        throw malformed(parameter, `"${path.slice(0, 80)}" is no field to sort by.`);
      if (isLast) {
        if (attribute.type === 'json') throw malformed(parameter, `"${name}" is no field to sort by.`);
        break;
      }
      const next = step(place, name, attribute);
      if (next.access.where !== null && attribute.type !== 'component') {
        if (place.steps > 0 || !isToOne(attribute)) throw outOfReach(parameter, name);
        checks.push({ relation: name, target: next.model.uid });
      }
      place = next;
    }
    return `${names.join('.')}:${direction}`;
  });
  return { order: order.join(','), checks };
};
