import type { Core } from '@strapi/strapi';
import type { LeftOut, VersionValue } from '../../../contracts/history';
import { FILE_UID } from '../platform/uids';
import { contentAttributes, type Values } from './snapshots';
import { attributesOf } from '../platform/attributes';

type Reference = { documentId?: string; id?: number; name: string };

export interface Restorable {
  /** As the document service takes it. */
  data: Record<string, unknown>;
  leftOut: LeftOut[];
}

/**
 * What of an earlier state can be stored now: without fields that the type does not have any more, and without relations and
 * files that are gone or belong to another website.
 * @param website the row number of the entry's website
 */
export const restorable = async (
  strapi: Core.Strapi,
  uid: string,
  values: Values,
  website: number | string,
): Promise<Restorable> => {
  const data: Record<string, unknown> = {};
  const leftOut: LeftOut[] = [];
  for (const [name, { type, target }] of contentAttributes(strapi, uid)) {
    const value = values[name];
    if (value === undefined) continue;
    if (type !== 'relation' && type !== 'media') {
      data[name] = value;
      continue;
    }
    const there = await existing(strapi, type === 'media' ? FILE_UID : (target ?? ''), value, website);
    const kept = references(value).filter((one) => there.has(keyOf(one)));
    for (const one of references(value)) {
      if (!there.has(keyOf(one))) leftOut.push({ field: name, name: one.name });
    }
    const given = kept.map(({ documentId, id }) => (documentId === undefined ? id : { documentId }));
    data[name] = Array.isArray(value) ? given : (given[0] ?? null);
  }
  return { data, leftOut };
};

const references = (value: VersionValue): Reference[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]) as Reference[];

const keyOf = ({ documentId, id }: Reference): string => documentId ?? String(id);

interface Found {
  id: number;
  documentId?: string;
  website?: { id: number | string } | null;
}

/** Which of these are there, and on this website where they have one. */
const existing = async (
  strapi: Core.Strapi,
  uid: string,
  value: VersionValue,
  website: number | string,
): Promise<ReadonlySet<string>> => {
  const wanted = references(value);
  if (wanted.length === 0) return new Set();
  const isFile = uid === FILE_UID;
  const hasWebsite = !isFile && 'website' in attributesOf(strapi, uid);
  const found: Found[] = await strapi.db.query(uid as never).findMany({
    where: isFile
      ? { id: { $in: wanted.map(({ id }) => id) } }
      : { documentId: { $in: wanted.map(({ documentId }) => documentId) } },
    ...(hasWebsite && { populate: { website: { select: ['id'] } } }),
  });
  const own = found.filter((one) => !hasWebsite || one.website?.id === website);
  return new Set(own.map(({ id, documentId }) => (isFile ? String(id) : (documentId ?? ''))));
};
