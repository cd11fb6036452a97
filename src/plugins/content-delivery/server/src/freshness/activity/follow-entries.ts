import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import { createTransactionMemory } from '../../platform/database/transaction-memory';
import { UIDS } from '../../platform/uids';
import { hasNoDrafts } from '../changes/delivered';
import { followChanges, type EntryChange } from '../changes/collector';
import { websiteScope } from '../revisions';
import { recordActivity, typeOf, type Activity } from './record';

/** Where an entry is, and what to call it when it is gone. */
interface Place {
  /** documentId */
  website: string;
  label: string | null;
}

interface Row {
  documentId: string;
  slug?: string | null;
  name?: string | null;
  website?: { documentId: string } | null;
  campaign?: { website: { documentId: string } | null } | null;
}

const website = { website: { select: ['id', 'documentId'] } };

/** Records what each transaction has done to posts, authors, campaigns and pages: what readers get, and what is deleted. */
export const recordEntries = (strapi: Core.Strapi): void => {
  const deleted = createTransactionMemory<Place>(strapi);

  followChanges(strapi, {
    async willDelete(uid, documentIds) {
      const rows: Row[] = await strapi.db.query(uid).findMany({
        where: { documentId: { $in: [...documentIds] } },
        select: ['id', 'documentId', uid === UIDS.pseoCampaign ? 'name' : 'slug'],
        populate: uid === UIDS.pseoPage ? { campaign: { select: ['id'], populate: website } } : website,
      });
      for (const row of rows) {
        const home = row.website ?? row.campaign?.website;
        if (home)
          await deleted.set(row.documentId, {
            website: home.documentId,
            label: row.slug ?? row.name ?? null,
          });
      }
    },

    async changed(changes) {
      for (const change of changes) {
        const place = change.isGone ? await deleted.get(change.documentId) : undefined;
        await recordActivity(strapi, activitiesOf(change, place));
      }
    },
  });
};

const activitiesOf = (change: EntryChange, deleted: Place | undefined): Activity[] => {
  const { uid, documentId, before, after, isGone, touchesLive } = change;
  const one = (action: ActivityAction, { website: home, label }: Place): Activity => ({
    action,
    type: typeOf(uid),
    scope: websiteScope(home),
    entry: documentId,
    label,
  });
  if (isGone) {
    const place = deleted ?? (before && { website: before.website, label: before.slug });
    return place ? [one('deleted', place)] : [];
  }
  if (!touchesLive) return [];
  const was = before && { website: before.website, label: before.slug };
  const is = after && { website: after.website, label: after.slug };
  if (was && is && was.website === is.website) return [one('updated', is)];
  return [
    ...(was ? [one('unpublished', was)] : []),
    ...(is ? [one(hasNoDrafts(uid) ? 'created' : 'published', is)] : []),
  ];
};
