import type { Core } from '@strapi/strapi';
import type { ContentUid } from '../uids';

export interface RowBefore extends Record<string, unknown> {
  id: number;
  documentId: string;
  publishedAt: Date | string | null;
  updatedAt: Date | string;
}

interface Attribute {
  type: string;
}

/** Of the texts, the one that is never long. */
const isShort = ([name, { type }]: [string, Attribute]): boolean =>
  name === 'metaDescription' || !['text', 'richtext', 'json', 'relation', 'component'].includes(type);

/** The attributes of a type's rows but relations and long texts. */
export const shortAttributesOf = (strapi: Core.Strapi, uid: string): string[] => {
  const { attributes } = strapi.db.metadata.get(uid) as unknown as { attributes: Record<string, Attribute> };
  return Object.entries(attributes)
    .filter(isShort)
    .map(([name]) => name);
};

const read = new WeakMap<object, Promise<RowBefore[]>>();

/**
 * The rows that a write changes or deletes, without their long texts, as they are before it. All subscribers of one write are given
 * what the first of them has read: only for those that run under the lock, which keeps the rows as they are.
 * @param where that of the write's event: an object of its own (`writeInTransactions`)
 */
export const rowsBefore = (
  strapi: Core.Strapi,
  uid: ContentUid,
  where: Record<string, unknown> = {},
): Promise<RowBefore[]> => {
  const known = read.get(where);
  if (known) return known;
  const select = shortAttributesOf(strapi, uid);
  const rows: Promise<RowBefore[]> = strapi.db.query(uid).findMany({ where, select });
  read.set(where, rows);
  return rows;
};
