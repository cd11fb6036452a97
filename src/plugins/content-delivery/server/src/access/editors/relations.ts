import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isRecord } from '../../platform/formats';
import { checkerOf } from './checker';
import { PERMISSION_POPULATE } from './permission-populate';
import { attributesOf, partsIn } from '../../platform/attributes';
import { MAX_INTEGER } from '../../platform/database/values';
import { USER_UID } from '../../platform/uids';

type Data = Record<string, unknown>;
type Entry = { documentId: string } | { id: number };

const FOREIGN = 'You can only choose what belongs to a website that you are listed on as an editor.';
const USERS = 'Your role does not let you see the users of this server, so you cannot choose among them.';
const NO_ENTRY = 'A relation names entries by their documentId or id.';

/**
 * Refuses relations to entries that the user may not see. Seen from the other side, as when websites are put
 * into an account, connecting or disconnecting an entry changes it, so there the user has to be allowed to do that.
 *
 * It looks at what is asked for, before anything is written: what comes after names the entries that it refuses.
 * @throws ForbiddenError for an entry that is not the user's
 * @throws ValidationError for what names no entry in a way that is known here
 */
export const refuseForeignRelations = async (
  strapi: Core.Strapi,
  userAbility: unknown,
  uid: string,
  data: Data,
): Promise<void> => {
  for (const [name, attribute] of Object.entries(attributesOf(strapi, uid))) {
    const value = data[name];
    for (const [component, part] of partsIn(strapi, attribute, value)) {
      await refuseForeignRelations(strapi, userAbility, component, part);
    }
    const { target, mappedBy } = attribute;
    if (!target) continue;
    if (target === USER_UID && !isKeptByStrapi(name)) refuseUnseenUsers(userAbility, value);
    if (!PERMISSION_POPULATE[target]) continue;
    const needed = mappedBy ? 'update' : 'read';
    const checker = checkerOf(strapi, userAbility, target);
    if (!checker.requiresEntity[needed]()) continue;
    const where = named(value);
    if (where.length === 0) continue;
    const rows: unknown[] = await strapi.db
      .query(target as never)
      .findMany({ where: { $or: where }, populate: PERMISSION_POPULATE[target] });
    if (rows.some((row) => checker.cannot[needed](row))) throw new errors.ForbiddenError(FOREIGN);
  }
};

const isKeptByStrapi = (name: string): boolean => name === 'createdBy' || name === 'updatedBy';

/** A chosen user is shown by name, so users could be enumerated one by one. */
const refuseUnseenUsers = (userAbility: unknown, value: unknown): void => {
  const ability = userAbility as { can(action: string): boolean };
  if (!ability.can('admin::users.read') && named(value).length > 0) throw new errors.ForbiddenError(USERS);
};

/**
 * All entries that the value of a relation names, in every form that the document service or the layers below take: to
 * be connected, set, disconnected, or as a place in the order.
 */
const named = (value: unknown): Entry[] => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string' || typeof value === 'number') return asEntry(value);
  if (Array.isArray(value)) return value.flatMap(named);
  if (!isRecord(value)) throw new errors.ValidationError(NO_ENTRY);
  const { documentId, id, connect, set, disconnect, position } = value;
  const { before, after } = isRecord(position) ? position : {};
  const own = [documentId, id, before, after].filter((one) => one !== undefined && one !== null);
  return [...own.flatMap(idOf), ...[connect, set, disconnect].flatMap(named)];
};

const idOf = (value: unknown): Entry[] => {
  if (typeof value === 'string' || typeof value === 'number') return asEntry(value);
  throw new errors.ValidationError(NO_ENTRY);
};

/** Text may be a documentId, and also a number: databases read what it begins with, so `21` and `21x` are 21. */
const asEntry = (value: string | number): Entry[] => {
  const id = typeof value === 'number' ? value : parseInt(value, 10);
  const byId = Number.isInteger(id) && Math.abs(id) <= MAX_INTEGER ? [{ id }] : [];
  return [...(typeof value === 'string' ? [{ documentId: value }] : []), ...byId];
};
