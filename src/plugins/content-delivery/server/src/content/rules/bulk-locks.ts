import type { Core } from '@strapi/strapi';
import { LARGE, originOf, writtenBy } from '../../freshness/changes/origin';
import { SCOPES_OF, type CountedUid } from '../../freshness/scopes';
import { withLocks } from '../../freshness/with-locks';
import { aroundBulkChanges } from '../../platform/patches/bulk-changes';

/**
 * Strapi changes many entries in one transaction, and so takes the locks of their websites in the
 * order of the entries. Two of these could wait for each other. Here all locks are taken first, in the order that holds
 * everywhere; a transaction that conflicts with another writer all the same is tried again.
 */
export const lockBeforeBulkChanges = (strapi: Core.Strapi): void =>
  aroundBulkChanges(strapi, async (uid, documentIds, change) => {
    if (!(uid in SCOPES_OF)) return change();
    const origin = { ...originOf(strapi), source: 'bulk' as const, isLarge: documentIds.length > LARGE };
    // Ahead of the transaction: on SQLite, one that begins by reading may not be able to write.
    const scopes = await SCOPES_OF[uid as CountedUid](strapi, { documentId: { $in: documentIds } });
    return writtenBy(origin, () => withLocks(strapi, scopes, change));
  });
