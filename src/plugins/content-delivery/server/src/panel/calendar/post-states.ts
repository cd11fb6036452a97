import type { Core } from '@strapi/strapi';
import type { PostState } from '../../../../contracts/calendar';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { visibilityOf, waitsUntil } from '../visibility';

export interface Version {
  documentId: string;
  title: string | null;
  publishedAt: unknown;
  scheduleDate: DatabaseDate | null;
  publishDate: DatabaseDate | null;
  updatedAt: DatabaseDate;
  website: { id: number; documentId: string; name: string; scheduledPosts: 'include' | 'withhold' } | null;
}

const FIELDS = ['documentId', 'title', 'publishedAt', 'scheduleDate', 'publishDate', 'updatedAt'];
const WEBSITE = { website: { select: ['id', 'documentId', 'name', 'scheduledPosts'] } };

/** A draft and what is published of it, each where there is one. */
export interface Versions {
  draft?: Version;
  live?: Version;
}

/** @param where a condition of Strapi's query layer */
export const readVersions = async (strapi: Core.Strapi, where: object): Promise<Map<string, Versions>> => {
  const rows: Version[] = await strapi.db.query(UIDS.post).findMany({
    where,
    select: FIELDS,
    populate: WEBSITE,
    orderBy: { id: 'asc' },
  });
  const posts = new Map<string, Versions>();
  for (const row of rows) {
    const versions = posts.get(row.documentId) ?? {};
    versions[row.publishedAt ? 'live' : 'draft'] = row;
    posts.set(row.documentId, versions);
  }
  return posts;
};

export const hasUnpublishedChanges = ({ draft, live }: Versions): boolean =>
  Boolean(draft && live && toDate(draft.updatedAt) > toDate(live.updatedAt));

/** How readers see a post now. */
export const stateOf = (documentId: string, versions: Versions, now: Date): PostState => {
  const { draft, live } = versions;
  const waiting = waitsUntil(live?.scheduleDate, now);
  const planned = waitsUntil(draft?.scheduleDate, now);
  const isWithheld = live?.website?.scheduledPosts === 'withhold';
  return {
    documentId,
    visibility: visibilityOf(live !== undefined, waiting !== null, isWithheld),
    waitsUntil: waiting && waiting.toISOString(),
    plannedFor: planned && planned.getTime() !== waiting?.getTime() ? planned.toISOString() : null,
    unpublishedChanges: hasUnpublishedChanges(versions),
    publishDate: live?.publishDate ? toDate(live.publishDate).toISOString() : null,
  };
};
