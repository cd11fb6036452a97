import type { Core } from '@strapi/strapi';
import type { Access, ReadScope, Where } from './access';
import { modelOf, targetOf, type Model } from './attributes';
import { FILE_UID, USER_UID } from '../../../platform/uids';
import { partsIn } from '../../../platform/attributes';
import { isRecord } from '../../../platform/formats';

type Entry = Record<string, unknown>;

/** Users who see an entry see who created and changed it, by name. */
const NAMES = ['id', 'documentId', 'firstname', 'lastname', 'username', '__temp_key__'];
const IDS = ['id', 'documentId'];

/** Related entries of one type in a response, until it is known which the user may read. */
interface Found {
  holder: Entry;
  name: string;
  target: string;
}
interface Counted {
  uid: string;
  holder: Entry;
  name: string;
  target: string;
}

/**
 * Takes out of an answer what came along with its entries and is not for the user: related entries that they may
 * not read, attributes of these, e-mail addresses of colleagues, numbers of all of them.
 * @param entries of one type, as the answer has them; changed in place
 */
export const hideUnreadable = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  uid: string,
  entries: readonly unknown[],
): Promise<void> => {
  const found: Found[] = [];
  const counted: Counted[] = [];

  const visit = (model: Model, entry: Entry): void => {
    for (const [name, value] of Object.entries(entry)) {
      const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
      const target = attribute && targetOf(attribute);
      if (!attribute || target === undefined || !isObject(value)) continue;
      for (const [component, part] of partsIn(strapi, attribute, value)) visitAll(component, part);
      if (target === null) {
        if (!scope.isUnrestricted && attribute.type === 'relation') Reflect.deleteProperty(entry, name);
      } else if (target === USER_UID) {
        if (!scope.seesUsers) entry[name] = onlyNames(value);
      } else if (target === FILE_UID) {
        visitAll(target, value);
      } else if (attribute.type === 'relation') related(model, entry, name, value, target);
    }
  };

  const visitAll = (target: string, value: object): void => {
    const model = modelOf(strapi, target);
    if (!model) return;
    for (const one of listOf(value)) if (isRecord(one)) visit(model, one);
  };

  const related = (model: Model, holder: Entry, name: string, value: object, target: string): void => {
    const access = scope.of(target);
    if (isCount(value)) {
      if (access.where) counted.push({ uid: model.uid, holder, name, target });
      return;
    }
    holder[name] = mapEntries(value, (one) => onlyShown(strapi, access, target, one));
    if (access.where) found.push({ holder, name, target });
    visitAll(target, holder[name] as object);
  };

  const model = modelOf(strapi, uid);
  if (!model) return;
  for (const entry of entries) if (isRecord(entry)) visit(model, entry);
  await dropUnreadable(strapi, scope, found);
  await countReadable(strapi, scope, counted);
};

/** Users of the panel, without what is only for those who may list them. */
export const onlyNames = (value: object): object => mapEntries(value, (user) => pick(user, NAMES));

/** The filters of an access as the database layer takes them. */
export const whereOf = (strapi: Core.Strapi, uid: string, filters: Where | null): Where =>
  (strapi.get('query-params') as { transform(uid: string, query: object): { where?: Where } }).transform(
    uid,
    filters ? { filters } : {},
  ).where ?? {};

const dropUnreadable = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  found: readonly Found[],
): Promise<void> => {
  for (const target of new Set(found.map((one) => one.target))) {
    const ofTarget = found.filter((one) => one.target === target);
    const ids = ofTarget.flatMap(({ holder, name }) =>
      listOf(holder[name] as object).map((one) => (one as { id?: unknown }).id),
    );
    const rows: { id: unknown }[] = await strapi.db.query(target as never).findMany({
      select: ['id'],
      where: { $and: [{ id: { $in: ids } }, whereOf(strapi, target, scope.of(target).where)] },
    });
    const readable = new Set(rows.map(({ id }) => id));
    for (const { holder, name } of ofTarget) {
      const value = holder[name] as object;
      const isReadable = (one: unknown) => readable.has((one as { id?: unknown }).id);
      holder[name] = Array.isArray(value) ? value.filter(isReadable) : isReadable(value) ? value : null;
    }
  }
};

const countReadable = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  counted: readonly Counted[],
): Promise<void> => {
  for (const relation of new Set(counted.map(({ uid, name }) => `${uid} ${name}`))) {
    const all = counted.filter(({ uid, name }) => `${uid} ${name}` === relation);
    const [{ uid, name, target } = {} as Counted] = all;
    const counts = await countsOf(
      strapi,
      uid,
      name,
      all.map(({ holder }) => holder['id']),
      whereOf(strapi, target, scope.of(target).where),
    );
    for (const { holder } of all) holder[name] = { count: counts.get(holder['id']) ?? 0 };
  }
};

/** How many related entries of each of these rows meet a condition. */
export const countsOf = async (
  strapi: Core.Strapi,
  uid: string,
  name: string,
  ids: readonly unknown[],
  where: Where,
): Promise<Map<unknown, number>> => {
  const rows: Entry[] = await strapi.db.query(uid as never).findMany({
    select: ['id'],
    where: { id: { $in: ids } },
    populate: { [name]: { select: ['id'], where } },
  });
  return new Map(rows.map((row) => [row['id'], listOf((row[name] ?? []) as object).length]));
};

/** Without the attributes that the user may not read; of an entry that they may not read at all, its ids. */
const onlyShown = (strapi: Core.Strapi, access: Access, uid: string, entry: Entry): Entry => {
  if (!access.isReadable) return pick(entry, IDS);
  const attributes = modelOf(strapi, uid)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([name]) =>
        !Object.hasOwn(attributes, name) || attributes[name]?.type === 'component' || access.shows(name),
    ),
  );
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCount = (value: object): boolean => Object.keys(value).join() === 'count';
const listOf = (value: object): unknown[] => (Array.isArray(value) ? value : [value]);
const mapEntries = (value: object, change: (entry: Entry) => Entry): object =>
  Array.isArray(value)
    ? value.map((one: unknown) => (isRecord(one) ? change(one) : one))
    : isCount(value)
      ? value
      : change(value as Entry);
const pick = (entry: Entry, names: readonly string[]): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)));
