import type { Core } from '@strapi/strapi';
import type { ContentUid } from '../uids';

type Id = number | string;

/**
 * Writes columns of one row inside the running transaction, past lifecycles and timestamps: what a rule
 * fills in is part of the write that it belongs to.
 */
export const patchRow = async (
  strapi: Core.Strapi,
  uid: ContentUid,
  where: Record<string, unknown>,
  data: Record<string, unknown>,
): Promise<void> => {
  await strapi.db.queryBuilder(uid).where(where).update(data).execute();
};

/** Which of the unique keys belong to documents other than the given one. Drafts and live rows both count. */
export const keysOfOthers = async (
  strapi: Core.Strapi,
  uid: ContentUid,
  keys: readonly string[],
  documentId: string,
): Promise<ReadonlySet<string>> => {
  const rows: { uniqueKey: string }[] = await strapi.db.query(uid).findMany({
    where: { uniqueKey: { $in: keys }, documentId: { $ne: documentId } },
    select: ['id', 'uniqueKey'],
  });
  return new Set(rows.map((row) => row.uniqueKey));
};

export interface Ref {
  id: Id;
  documentId: string;
}
