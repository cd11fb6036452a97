import type { Core } from '@strapi/strapi';
import { textBytes } from '../../platform/database/text-bytes';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import type { Ref } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';
import { TEXT_ATTRIBUTES, type TextAttribute } from './find';

export type Texts = Record<TextAttribute, string | null>;

export type PostRef = Ref & { id: number };

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

export const readRows = (strapi: Core.Strapi, where: unknown): Promise<PostRow[]> =>
  strapi.db.query(UIDS.post).findMany({
    where,
    select: ['id', 'documentId', 'updatedAt', ...TEXT_ATTRIBUTES],
    populate: { website: { select: ['id', 'documentId', 'name'] } },
    orderBy: { id: 'asc' },
  }) as Promise<PostRow[]>;

/** Bytes of texts that are read at a time; at least one post is. */
const MAX_BYTES = 4_000_000;

/** The first of these posts whose texts, drafts and live ones together, are not too many to be read at once. */
export const readableAtOnce = async (strapi: Core.Strapi, posts: readonly PostRef[]): Promise<PostRef[]> => {
  const { tableName, attributes } = strapi.db.metadata.get(UIDS.post) as unknown as {
    tableName: string;
    attributes: Record<string, { columnName?: string }>;
  };
  const columns = TEXT_ATTRIBUTES.map((name) => attributes[name]?.columnName ?? name);
  const { connection } = strapi.db;
  const rows = connection(tableName).whereIn(
    'document_id',
    posts.map(({ documentId }) => documentId),
  );
  const sizes = await textBytes(connection, rows, columns);
  let total = 0;
  const end = posts.findIndex(({ documentId }, at) => {
    const own = sizes.filter((row) => row.documentId === documentId);
    total += own.reduce((bytes, row) => bytes + row.bytes, 0);
    return at > 0 && total > MAX_BYTES;
  });
  return posts.slice(0, end === -1 ? posts.length : end);
};

/** Stands for a post as it is: another one after each saving and publishing. */
export const versionOf = ({ draft, live }: PostVersions): string =>
  `${toMilliseconds(draft.updatedAt)}.${live ? toMilliseconds(live.updatedAt) : 0}`;

/** True when the draft was saved after it was published. */
export const isModified = ({ draft, live }: PostVersions): boolean =>
  live !== null && toMilliseconds(draft.updatedAt) > toMilliseconds(live.updatedAt);
