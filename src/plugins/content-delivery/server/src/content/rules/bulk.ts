import type { Core } from '@strapi/strapi';
import { LARGE, originOf, writtenBy } from '../../freshness/changes/origin';
import { lockRevisions } from '../../freshness/revisions';
import { SCOPES_OF, type CountedUid } from '../../freshness/scopes';
import { withRetries } from '../../platform/database/retries';

/** Changes of many entries, as the admin panel asks for them. */
interface DocumentManager {
  publishMany(uid: string, documentIds: string[], ...rest: unknown[]): Promise<unknown>;
  unpublishMany(documentIds: string[], uid: string, ...rest: unknown[]): Promise<unknown>;
  deleteMany(documentIds: string[], uid: string, ...rest: unknown[]): Promise<unknown>;
}

/**
 * Strapi changes many entries in one transaction, and so takes the locks of their websites in the
 * order of the entries. Two of these could wait for each other. Here all locks are taken first, in the order that holds
 * everywhere, and what met with another writer nevertheless is tried again.
 */
export const queueBulkChanges = (strapi: Core.Strapi): void => {
  const manager = strapi.plugin('content-manager').service('document-manager') as DocumentManager;
  const { publishMany, unpublishMany, deleteMany } = manager;

  const inTurn = async <Result>(
    uid: string,
    documentIds: readonly string[],
    change: () => Promise<Result>,
  ): Promise<Result> => {
    if (!(uid in SCOPES_OF)) return change();
    const origin = { ...originOf(strapi), source: 'bulk' as const, isLarge: documentIds.length > LARGE };
    // Ahead of the transaction: on SQLite, one that begins by reading may not be able to write.
    const scopes = await SCOPES_OF[uid as CountedUid](strapi, { documentId: { $in: documentIds } });
    return writtenBy(origin, () =>
      withRetries(strapi, async () => {
        await lockRevisions(strapi, scopes);
        return change();
      }),
    );
  };

  manager.publishMany = (uid, ids, ...rest) =>
    inTurn(uid, ids, () => publishMany.call(manager, uid, ids, ...rest));
  manager.unpublishMany = (ids, uid, ...rest) =>
    inTurn(uid, ids, () => unpublishMany.call(manager, ids, uid, ...rest));
  manager.deleteMany = (ids, uid, ...rest) =>
    inTurn(uid, ids, () => deleteMany.call(manager, ids, uid, ...rest));
};
