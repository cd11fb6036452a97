import type { Core } from '@strapi/strapi';
import type { Ref } from '../../platform/database/rows';
import type { UIDS } from '../../platform/uids';
import { isCarriedOver } from './carried-over';

/**
 * True for a value that may stay although it would not be accepted today: the row had it before this write, the entry's other
 * version has it, or it is carried over.
 * @param before the value of the row before it was changed; undefined for a new row
 */
export const wasStoredBefore = async (
  strapi: Core.Strapi,
  uid: typeof UIDS.post | typeof UIDS.pseoPage,
  { id, documentId }: Ref,
  attribute: 'slug' | 'targetSlug' | 'metaDescription',
  value: string,
  before: unknown,
): Promise<boolean> => {
  if (before === value || isCarriedOver()) return true;
  const versions: Record<string, unknown>[] = await strapi.db
    .query(uid)
    .findMany({ where: { documentId, id: { $ne: id } }, select: ['id', attribute] });
  return versions.some((version) => version[attribute] === value);
};
