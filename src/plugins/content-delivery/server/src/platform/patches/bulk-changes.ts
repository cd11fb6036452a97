import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

interface DocumentManager {
  publishMany(uid: string, documentIds: string[], ...rest: unknown[]): Promise<unknown>;
  unpublishMany(documentIds: string[], uid: string, ...rest: unknown[]): Promise<unknown>;
  deleteMany(documentIds: string[], uid: string, ...rest: unknown[]): Promise<unknown>;
}

type Around = (uid: string, documentIds: string[], change: () => Promise<unknown>) => Promise<unknown>;

/**
 * Changes how the content manager changes many entries, read at @strapi/content-manager 5.54.0: in one transaction, which nothing can be
 * done ahead of.
 */
export const aroundBulkChanges = (strapi: Core.Strapi, around: Around): void => {
  const manager = strapi.plugin('content-manager').service('document-manager') as DocumentManager;
  const readAt = '@strapi/content-manager 5.54.0';
  replaceFunction(
    manager,
    'publishMany',
    { readAt, parameters: 3 },
    (change) =>
      (uid, ids, ...rest) =>
        around(uid, ids, () => change(uid, ids, ...rest)),
  );
  for (const name of ['unpublishMany', 'deleteMany'] as const) {
    replaceFunction(
      manager,
      name,
      { readAt, parameters: 2 },
      (change) =>
        (ids, uid, ...rest) =>
          around(uid, ids, () => change(ids, uid, ...rest)),
    );
  }
};
