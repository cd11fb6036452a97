import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { isId } from '../../platform/document-ids';
import { UIDS, type ContentUid } from '../../platform/uids';
import { checkerOf, type Checker, type Permission } from './checker';

type Where = Record<string, unknown>;

interface Ability {
  can(action: string): boolean;
}

/** Whether the signed-in user has a permission that is about no type of entries. For routes that look up permissions. */
export const may = (ctx: Context, permission: string): boolean =>
  (ctx.state['userAbility'] as Ability).can(permission);

/** What the signed-in user may do with entries of a type, asked entry by entry. */
export const checkerFor = (strapi: Core.Strapi, ctx: Context, uid: ContentUid): Checker =>
  checkerOf(strapi, ctx.state['userAbility'], uid);

/**
 * What the signed-in user may do with entries of a type, as a condition of Strapi's query layer; null when it is
 * anything. For plugin routes, which read and write past the document service that guards entries one by one.
 * @param fields attributes that the action reaches; a role may be allowed some and not others
 * @throws ForbiddenError when it is nothing at all, or not these fields
 */
export const rightsOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: ContentUid,
  action: Permission,
  fields: readonly string[] = [],
): Promise<Where | null> => {
  const checker = checkerFor(strapi, ctx, uid);
  if (checker.cannot[action]()) throw new errors.ForbiddenError();
  if (fields.some((field) => checker.cannot[action](undefined, field))) throw new errors.ForbiddenError();
  return conditionOf(strapi, checker, uid, action);
};

/** Null where no condition narrows the permission. */
const conditionOf = async (
  strapi: Core.Strapi,
  checker: Checker,
  uid: ContentUid,
  action: Permission,
): Promise<Where | null> => {
  if (!checker.requiresEntity[action]()) return null;
  const { filters } = await checker.sanitizedQuery[action]({});
  const { where } = strapi.get('query-params').transform(uid, { filters } as never) as { where?: Where };
  return where ?? null;
};

/**
 * Narrows a query that is made by hand.
 * @param column where it has the numbers of rows, with the name of its table: `p.id`
 */
export type Narrow = (query: Knex.QueryBuilder, column: string) => void;

/** What a signed-in user may read of one content type. */
export interface Readable {
  /** Narrows to the rows; null for all of them. */
  narrow: Narrow | null;
  /** False for an attribute that the user's role may not read. */
  shows(attribute: string): boolean;
}

/**
 * What the signed-in user may read of a type: counts and lists that are made by hand then keep to the conditions of roles
 * as the content manager's own lists do. Asked row by row: Strapi joins from the left, so that to find all such rows takes
 * SQLite and MariaDB through all that there are.
 * @returns null when the user may read nothing of this type
 */
export const readableOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: ContentUid,
): Promise<Readable | null> => {
  const checker = checkerFor(strapi, ctx, uid);
  if (checker.cannot.read()) return null;
  const shows = (attribute: string) => !checker.cannot.read(undefined, attribute);
  const where = await conditionOf(strapi, checker, uid, 'read');
  if (!where) return { narrow: null, shows };
  const builder = strapi.db.queryBuilder(uid);
  const rows = builder.init({ select: ['id'], where }).getKnexQuery();
  return {
    narrow: (query, column) =>
      void query.whereExists(rows.clone().whereRaw('?? = ??', [`${builder.alias}.id`, column])),
    shows,
  };
};

interface Ref {
  id: number;
  documentId: string;
}

/**
 * A row of an entry that the signed-in user may read; null when there is none.
 * @param which narrows it further, to the draft for instance
 * @throws ForbiddenError when the user may read nothing of this type
 */
export const readableEntry = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: ContentUid,
  documentId: string,
  which: Where = {},
): Promise<Ref | null> => {
  const rights = await rightsOf(strapi, ctx, uid, 'read');
  if (!isId(documentId)) return null;
  const row: Ref | null = await strapi.db.query(uid).findOne({
    where: { $and: [rights ?? {}, which, { documentId }] },
    select: ['id', 'documentId'],
  });
  // Compared once more, as MariaDB ignores case.
  return row?.documentId === documentId ? row : null;
};

/** @throws ForbiddenError; NotFoundError where `readableEntry` gives null */
export const requireEntry = async (...given: Parameters<typeof readableEntry>): Promise<void> => {
  if (!(await readableEntry(...given)))
    throw new errors.NotFoundError('There is no such entry, or it is not on one of your websites.');
};

/**
 * A website that the signed-in user may see.
 * @throws ForbiddenError; NotFoundError when there is none, or it is not one of the user's
 */
export const websiteOf = async (strapi: Core.Strapi, ctx: Context, documentId: string): Promise<Ref> => {
  const website = await readableEntry(strapi, ctx, UIDS.website, documentId);
  if (!website) throw new errors.NotFoundError('There is no such website, or it is not one of yours.');
  return website;
};
