import type { Core } from '@strapi/strapi';
import { isInternal, type ReadScope } from './access';
import { modelOf } from './attributes';
import { fieldsAt } from './fields';
import { narrowFilters } from './filters';
import { startAt } from './place';
import { narrowPopulate } from './populate';
import { malformed, outOfReach } from './refusals';
import { whereOf } from './visible';
import { narrowSort, type Check } from './sort';

type Query = Record<string, unknown>;

/** Parameters with one whole number each. */
const NUMBERS = ['limit', 'page', 'pageSize', 'start'];
/** Parameters with one plain value each. */
const PLAIN = [
  '_q',
  '_filter',
  'action',
  'component',
  'contentType',
  'documentId',
  'folder',
  'folderPath',
  'hasPublishedVersion',
  'id',
  'locale',
  'publicationFilter',
  'publicationStatusFilter',
  'status',
];
/** Parameters with one or more plain values. */
const LISTS = ['documentIds', 'idsToInclude', 'idsToOmit'];
const MAX_LENGTH = 1000;
/** Entries of one page, which are sent whole; the panel offers no more. */
const MAX_PAGE = 100;
const SIZES = ['limit', 'pageSize'];

/** What databases count rows with; longer ones are faults there. */
const isNumber = (value: unknown): boolean => /^-?\d{1,9}$/.test(String(value));

const isPlain = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  return value.length <= MAX_LENGTH && !value.includes('\0');
};

/**
 * The parameters of a request to an admin route that reads entries, narrowed to what the user may read. Parameters
 * that are not known here are left out: Strapi hands them to its database layer as they are.
 * @param uid the type that the route lists or shows
 * @throws ValidationError for what is malformed
 * @throws ValidationError for what the user may not read
 */
export const narrowQuery = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  uid: string,
  query: Query,
): Promise<Query> => {
  const place = (parameter: string) => startAt(strapi, scope, parameter, uid);
  const narrowed: Query = {};
  for (const [name, value] of Object.entries(query)) {
    const isEmpty = value === undefined || value === null || value === '';
    if (NUMBERS.includes(name)) {
      if (!isEmpty && !isNumber(value))
        throw malformed(name, 'it takes a whole number of at most nine digits.');
      narrowed[name] = SIZES.includes(name) && Number(value) > MAX_PAGE ? String(MAX_PAGE) : value;
    } else if (PLAIN.includes(name)) {
      if (!isEmpty && !isPlain(value)) throw malformed(name, 'it has one plain value.');
      narrowed[name] = value;
    } else if (LISTS.includes(name)) {
      const all = Array.isArray(value) ? value : [value];
      if (!all.every(isPlain)) throw malformed(name, 'it has plain values.');
      narrowed[name] = value;
    } else if (isEmpty) {
      continue;
    } else if (name === 'filters') {
      narrowed[name] = narrowFilters(place(name), value);
    } else if (name === 'fields') {
      narrowed[name] = fieldsAt(place(name), value);
    } else if (name === 'populate') {
      narrowed[name] = narrowPopulate(place(name), value);
    } else if (name === 'sort') {
      narrowed[name] = await narrowOrder(strapi, scope, uid, value);
    }
  }
  return withinShown(strapi, scope, uid, narrowed);
};

/** What Strapi searches of a type for `_q`, but for numbers. */
const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration', 'uid'];

/** Strapi searches all texts of entries: what the user may not read would be found out letter by letter. */
const withinShown = (strapi: Core.Strapi, scope: ReadScope, uid: string, query: Query): Query => {
  const { _q: search, ...others } = query;
  const access = scope.of(uid);
  if (typeof search !== 'string' || search === '' || !access.isReadable) return query;
  const texts = Object.entries(modelOf(strapi, uid)?.attributes ?? {}).filter(
    ([, { type, searchable }]) => TEXTS.includes(type) && searchable !== false,
  );
  if (texts.every(([name, attribute]) => access.shows(name) || isInternal(attribute))) return query;
  const shown = texts.flatMap(([name]) => (access.shows(name) ? [{ [name]: { $containsi: search } }] : []));
  const found = { $or: [{ documentId: { $eq: search } }, ...shown] };
  return { ...others, filters: { $and: [others['filters'] ?? {}, found] } };
};

/**
 * @returns the order in Strapi's short form: `title:asc,website.name:desc`
 * @throws ValidationError for what is no order
 * @throws ValidationError when it depends on entries that the user may not read
 */
export const narrowOrder = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  uid: string,
  sort: unknown,
): Promise<string> => {
  const { order, checks } = narrowSort(startAt(strapi, scope, 'sort', uid), sort);
  for (const check of checks) {
    if (await hasUnreadable(strapi, scope, uid, check)) throw outOfReach('sort', check.relation);
  }
  return order;
};

/** True when an entry that the user may read has a related one that the user may not read. */
const hasUnreadable = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  uid: string,
  { relation, target }: Check,
): Promise<boolean> => {
  const readable = strapi.db
    .queryBuilder(target)
    .init({ select: ['id'], where: whereOf(strapi, target, scope.of(target).where) })
    .getKnexQuery();
  const found: unknown = await strapi.db.query(uid as never).findOne({
    select: ['id'],
    where: {
      $and: [
        whereOf(strapi, uid, scope.of(uid).where),
        { [relation]: { $and: [{ id: { $notNull: true } }, { id: { $notIn: readable } }] } },
      ],
    },
  });
  return found !== null;
};
