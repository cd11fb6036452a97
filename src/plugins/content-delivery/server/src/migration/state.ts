import type { Core } from '@strapi/strapi';
import type { ContentUid } from '../platform/uids';

interface Row {
  updatedAt: Date | string | number;
  publishedAt?: unknown;
}

const LIVE = ' live';

/** What can be seen of an entry that is unchanged since it was written. */
export const writtenState = (updatedAt: Date, isLive: boolean | null): string =>
  `${updatedAt.toISOString()}${isLive === true ? LIVE : ''}`;

export const isLiveState = (state: string | null): boolean => state?.endsWith(LIVE) === true;

/** The state of a live entry once it is unpublished. */
export const draftState = (state: string): string => state.slice(0, -LIVE.length);

/** What can be seen of an entry now; null for one that is gone. */
export const createStateOf =
  (strapi: Core.Strapi) =>
  async (uid: ContentUid, documentId: string): Promise<string | null> => {
    const rows: Row[] = await strapi.db.query(uid).findMany({ where: { documentId } });
    const hasDrafts = strapi.contentType(uid as never)['options']?.draftAndPublish === true;
    const isLive = hasDrafts && rows.some(({ publishedAt }) => publishedAt);
    const draft = hasDrafts ? rows.find(({ publishedAt }) => !publishedAt) : rows[0];
    return draft ? writtenState(new Date(draft.updatedAt), isLive) : null;
  };
