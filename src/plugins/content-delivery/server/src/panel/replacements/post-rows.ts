import type { Core } from '@strapi/strapi';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import type { Ref } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';
import { TEXT_ATTRIBUTES, type TextAttribute } from './find';

export type Texts = Record<TextAttribute, string | null>;

/** A draft or a live version of a post. */
export interface PostRow extends Ref, Texts {
  id: number;
  updatedAt: DatabaseDate;
  website: { documentId: string; name: string } | null;
}

export interface PostVersions {
  draft: PostRow;
  /** Null where there is none, or it is not to be changed. */
  live: PostRow | null;
}

export const readRows = (strapi: Core.Strapi, where: unknown, limit?: number): Promise<PostRow[]> =>
  strapi.db.query(UIDS.post).findMany({
    where,
    select: ['id', 'documentId', 'updatedAt', ...TEXT_ATTRIBUTES],
    populate: { website: { select: ['id', 'documentId', 'name'] } },
    orderBy: { id: 'asc' },
    ...(limit !== undefined && { limit }),
  }) as Promise<PostRow[]>;

/** Stands for a post as it is: another one after each saving and publishing. */
export const versionOf = ({ draft, live }: PostVersions): string =>
  `${toMilliseconds(draft.updatedAt)}.${live ? toMilliseconds(live.updatedAt) : 0}`;

/** True when the draft was saved after it was published. */
export const isModified = ({ draft, live }: PostVersions): boolean =>
  live !== null && toMilliseconds(draft.updatedAt) > toMilliseconds(live.updatedAt);
