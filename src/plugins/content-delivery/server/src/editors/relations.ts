import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { checkerOf } from './checker';
import { SURROUNDINGS } from './surroundings';

interface Relation {
  type: string;
  target?: string;
  mappedBy?: string;
}

const FOREIGN = 'You can only choose what belongs to a website that you are listed on as an editor.';

/**
 * Refuses relations to entries that the user may not see. Seen from the other side, as when websites are put
 * into an account, connecting an entry changes it, so there the user has to be allowed to do that.
 */
export const refuseForeignRelations = async (
  strapi: Core.Strapi,
  userAbility: unknown,
  uid: string,
  data: Record<string, unknown>,
): Promise<void> => {
  const { attributes } = strapi.contentType(uid as never) as unknown as {
    attributes: Record<string, Relation>;
  };
  for (const [name, { type, target, mappedBy }] of Object.entries(attributes)) {
    if (type !== 'relation' || !target || !SURROUNDINGS[target]) continue;
    const needed = mappedBy ? 'update' : 'read';
    const checker = checkerOf(strapi, userAbility, target);
    const where = chosen(data[name]);
    if (where.length === 0 || !checker.requiresEntity[needed]()) continue;
    const rows: unknown[] = await strapi.db
      .query(target as never)
      .findMany({ where: { $or: where }, populate: SURROUNDINGS[target] });
    if (rows.some((row) => checker.cannot[needed](row))) {
      throw new errors.ForbiddenError(FOREIGN);
    }
  }
};

/** The entries that a relation is to have, in the forms in which the document service takes them. */
const chosen = (value: unknown): ({ documentId: string } | { id: number })[] => {
  if (typeof value === 'string') return [{ documentId: value }];
  if (typeof value === 'number') return [{ id: value }];
  if (Array.isArray(value)) return value.flatMap(chosen);
  if (typeof value !== 'object' || value === null) return [];
  const { documentId, id, connect, set } = value as Record<string, unknown>;
  if (typeof documentId === 'string') return [{ documentId }];
  if (typeof id === 'number') return [{ id }];
  return [connect, set].flatMap(chosen);
};
