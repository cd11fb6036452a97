import type { Core } from '@strapi/strapi';
import { emitEntryEvent } from '../../platform/entry-events';
import { patchRow } from '../../platform/database/rows';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { isModified, type PostVersions, type Texts } from './post-rows';

export interface NewTexts {
  draft: Partial<Texts>;
  live: Partial<Texts>;
}

const isEmpty = (texts: Partial<Texts>): boolean => Object.keys(texts).length === 0;
const isSame = (one: Partial<Texts>, other: Partial<Texts>): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Stores texts of a post in the running transaction: those of the draft by the document service, those of the live version
 * in its row, so that unpublished changes of the draft stay unpublished. Rules, revisions, history and the change log
 * follow the rows.
 * @param userId the row number of the user
 */
export const writeTexts = async (
  strapi: Core.Strapi,
  versions: PostVersions,
  texts: NewTexts,
  userId: number | null,
): Promise<void> => {
  const { draft, live } = versions;
  const by = userId === null ? {} : { updatedBy: userId };
  const goesLive = live !== null && !isEmpty(texts.live);
  if (goesLive) {
    await strapi.db.query(UIDS.post).update({ where: { id: live.id }, data: { ...texts.live, ...by } });
    await tellPublished(strapi, live.id);
  }
  if (!isEmpty(texts.draft)) {
    await strapi
      .documents(UIDS.post)
      .update({ documentId: draft.documentId, data: { ...texts.draft, ...by } } as never);
  }
  if (!goesLive) return;
  // Strapi calls a draft modified that was saved later than the live version.
  const stays = isModified(versions) || !isSame(texts.draft, texts.live);
  const savedAt = await readSavedAt(strapi, live.id);
  const draftSavedAt = await readSavedAt(strapi, draft.id);
  const updatedAt = new Date(stays ? Math.max(draftSavedAt, savedAt + 1) : savedAt);
  await patchRow(strapi, UIDS.post, { id: draft.id }, { updatedAt });
};

const readSavedAt = async (strapi: Core.Strapi, id: number): Promise<number> => {
  const { updatedAt }: { updatedAt: DatabaseDate } = await strapi.db
    .query(UIDS.post)
    .findOne({ where: { id }, select: ['id', 'updatedAt'] });
  return toMilliseconds(updatedAt);
};

const POPULATE = {
  website: { select: ['id', 'documentId', 'name'] },
  category: true,
  tags: true,
  author: true,
  featuredImage: true,
};

/** For webhooks and other listeners: once the running transaction is committed. */
const tellPublished = async (strapi: Core.Strapi, id: number): Promise<void> =>
  strapi.db.transaction(async ({ onCommit }) => {
    onCommit(async () => {
      const entry: Record<string, unknown> | null = await strapi.db
        .query(UIDS.post)
        .findOne({ where: { id }, populate: POPULATE });
      if (entry) await emitEntryEvent(strapi, 'entry.publish', UIDS.post, entry);
    });
  });
