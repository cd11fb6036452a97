import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { UIDS, type ContentUid } from '../../platform/uids';
import { checkerOf, type Permission } from './checker';

type Where = Record<string, unknown>;

interface QueryParams {
  transform(uid: string, query: object): { where?: Where };
}

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
  const checker = checkerOf(strapi, ctx.state['userAbility'], uid);
  if (checker.cannot[action]()) throw new errors.ForbiddenError();
  if (fields.some((field) => checker.cannot[action](undefined, field))) throw new errors.ForbiddenError();
  if (!checker.requiresEntity[action]()) return null;
  const { filters } = await checker.sanitizedQuery[action]({});
  const { where } = (strapi.get('query-params') as QueryParams).transform(uid, { filters });
  return where ?? null;
};

/**
 * A website that the signed-in user may see.
 * @throws NotFoundError when there is none, or it is not one of the user's
 */
export const websiteOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  documentId: string,
): Promise<{ id: number; documentId: string }> => {
  const rights = await rightsOf(strapi, ctx, UIDS.website, 'read');
  const website: { id: number; documentId: string } | null = await strapi.db.query(UIDS.website).findOne({
    where: rights ? { $and: [rights, { documentId }] } : { documentId },
    select: ['id', 'documentId'],
  });
  if (!website) throw new errors.NotFoundError('There is no such website, or it is not one of yours.');
  return website;
};
