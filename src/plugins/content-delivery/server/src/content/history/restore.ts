import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { RestoreResult, VersionedType } from '../../../../contracts/history';
import { recordActivity, typeOf } from '../../freshness/activity/record';
import { hasNoDrafts } from '../../freshness/changes/delivered';
import { websiteScope } from '../../freshness/revisions';
import type { Ref } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';
import { restorable } from '../restorable';
import { slugsTakenFrom } from '../rules/taken-slugs';
import type { Values } from '../snapshots';
import { withLocks } from '../../freshness/with-locks';

type Find = (uid: VersionedType, entry: string, number: number) => Promise<{ values: Values } | null>;

export interface Restoring {
  uid: VersionedType;
  documentId: string;
  number: number;
  /** When the draft was saved last, as far as the user knows. */
  savedAt: Date;
  /** The row number of the user. */
  userId: number;
  /** Whether the user may change an attribute; the others stay as they are. */
  mayChange(attribute: string): boolean;
}

interface Draft extends Ref {
  updatedAt: Date | string;
  slug?: string | null;
  website?: Ref | null;
  campaign?: { website: Ref | null } | null;
}

const ref = { select: ['id', 'documentId'] };

/** When a post is published is no part of what it says: an old date would hide a live post, or publish it at another time. */
const LEFT_ALONE: Partial<Record<VersionedType, readonly string[]>> = {
  [UIDS.post]: ['publishDate', 'scheduleDate'],
};

/** Where the draft, or the only version, of an entry is, and when it was saved. */
const readDraft = async (
  strapi: Core.Strapi,
  uid: VersionedType,
  documentId: string,
): Promise<{ draft: Draft; website: Ref }> => {
  const draft: Draft | null = await strapi.db.query(uid).findOne({
    where: hasNoDrafts(uid) ? { documentId } : { documentId, publishedAt: null },
    populate: uid === UIDS.pseoPage ? { campaign: { populate: { website: ref } } } : { website: ref },
  });
  const website = draft?.website ?? draft?.campaign?.website;
  if (!draft || !website) throw new errors.NotFoundError('The entry is gone.');
  return { draft, website };
};

/**
 * Makes an earlier version the draft, except for a post's dates; what is live stays. A campaign has no drafts: it is changed at
 * once.
 * @throws NotFoundError; ValidationError when the draft was saved meanwhile, or a rule refuses it
 */
export const createRestore =
  (strapi: Core.Strapi, find: Find) =>
  async ({ uid, documentId, number, savedAt, userId, mayChange }: Restoring): Promise<RestoreResult> => {
    const place = await readDraft(strapi, uid, documentId);
    return withLocks(strapi, [websiteScope(place.website.documentId)], async () => {
      const { draft, website } = await readDraft(strapi, uid, documentId);
      if (new Date(draft.updatedAt).getTime() !== savedAt.getTime()) {
        throw new errors.ValidationError(
          'A colleague has saved this entry since you opened it. Nothing was changed: reload it and look at it first.',
        );
      }
      const version = await find(uid, documentId, number);
      if (!version) throw new errors.NotFoundError('There is no such version any more.');
      const changeable = Object.fromEntries(
        Object.entries(version.values).filter(
          ([name]) => mayChange(name) && !LEFT_ALONE[uid]?.includes(name),
        ),
      );
      const { data, leftOut } = await restorable(strapi, uid, changeable, website.id);
      const { slug } = data;
      if (uid !== UIDS.pseoCampaign && typeof slug === 'string' && slug !== draft.slug) {
        const taken = await slugsTakenFrom(strapi, uid, website, draft)([slug]);
        if (taken.size > 0) {
          delete data['slug'];
          leftOut.push({ field: 'slug', name: slug });
        }
      }
      await strapi
        .documents(uid as never)
        .update({ documentId, data: { ...data, updatedBy: userId } } as never);
      const scope = websiteScope(website.documentId);
      const label = draft.slug ?? null;
      await recordActivity(strapi, [
        {
          action: 'restored',
          type: typeOf(uid),
          scope,
          entry: documentId,
          label,
        },
      ]);
      return { leftOut };
    });
  };
