import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { BringBackResult } from '../../../../contracts/bin';
import { recordActivity, typeOf } from '../../freshness/activity/record';
import { websiteScope } from '../../freshness/revisions';
import type { Ref } from '../../platform/database/rows';
import { UIDS, USER_UID } from '../../platform/uids';
import { carryOver } from '../rules/carried-over';
import { firstFreeSlug } from '../rules/free-slug';
import { slugsTakenFrom } from '../rules/taken-slugs';
import { restorable } from '../restorable';
import type { BinStore } from './store';
import { withLocks } from '../../freshness/with-locks';

export const isGone = () =>
  new errors.NotFoundError(
    'It is not in the bin any more: a colleague has brought it back or deleted it for good.',
  );

/**
 * Creates a deleted entry again, as the draft that it was: under its id and with its dates. A slug that another has
 * taken meanwhile gets a suffix.
 */
export const createBringBack =
  (strapi: Core.Strapi, store: BinStore) =>
  /** @param userId the row number of the user who does it; null where no user does */
  async (documentId: string, userId: number | null): Promise<BringBackResult> => {
    const wanted = await store.find(documentId);
    if (!wanted) throw isGone();
    return withLocks(strapi, [websiteScope(wanted.website)], async () => {
      const binned = await store.find(documentId);
      if (!binned) throw isGone();
      const website: Ref | null = await strapi.db
        .query(UIDS.website)
        .findOne({ where: { documentId: binned.website }, select: ['id', 'documentId'] });
      if (!website) throw new errors.NotFoundError('The website that it belonged to has been deleted.');

      const { type, content } = binned;
      const { data, leftOut } = await restorable(strapi, type, content.values, website.id);
      const { slug } = data;
      if (type === UIDS.post && typeof slug === 'string') {
        data['slug'] = await firstFreeSlug(
          slug,
          slugsTakenFrom(strapi, UIDS.post, website, { id: 0, documentId }),
        );
      }
      const { createdAt, updatedAt, hidden } = content;
      const creator: { id: number } | null =
        binned.creatorId === null
          ? null
          : await strapi.db.query(USER_UID).findOne({ where: { id: binned.creatorId }, select: ['id'] });
      // What it was may not follow the rules that were made since.
      const made = (await carryOver(() =>
        strapi.documents(type as never).create({
          data: {
            ...data,
            // Deleted before campaigns had it.
            ...(type === UIDS.pseoCampaign && { escapingVersion: null }),
            ...hidden,
            documentId,
            website: { documentId: website.documentId },
            createdAt,
            updatedAt,
            createdBy: creator?.id ?? null,
            updatedBy: userId,
          },
        } as never),
      )) as unknown as { slug?: string | null };
      await store.remove([documentId]);
      await recordActivity(strapi, [
        {
          action: 'brought-back',
          type: typeOf(type),
          scope: websiteScope(website.documentId),
          entry: documentId,
        },
      ]);
      return { documentId, type, slug: made.slug ?? null, leftOut };
    });
  };
