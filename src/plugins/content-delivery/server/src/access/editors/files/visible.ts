import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { UIDS } from '../../../platform/uids';
import type { FileScope } from './scope';
import { FILE } from './uid';
import type { FileWebsites } from './websites';

interface ReadEvent {
  params?: { where?: unknown };
}

/**
 * Restricted editors find their websites' files and shared ones, by whichever route of the media library they ask:
 * lists, searches, single files, pickers. What they upload belongs to their websites.
 */
export const keepToOwnFiles = (strapi: Core.Strapi, scopeOf: FileScope, websites: FileWebsites): void => {
  const narrow = async ({ params }: ReadEvent): Promise<void> => {
    const scope = await scopeOf();
    if (!scope) return;
    // Without parameters there is nowhere to put the condition; nothing reads all files like that.
    if (!params) throw new errors.ForbiddenError();
    const visible = websites.visibleTo(scope);
    params.where = params.where ? { $and: [params.where, visible] } : visible;
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeFindOne: narrow as never,
    beforeFindMany: narrow as never,
    beforeCount: narrow as never,

    async afterCreate({ result }) {
      const scope = await scopeOf();
      const { documentId } = result as { documentId?: string };
      if (!scope?.length || !documentId) return;
      const own: { documentId: string }[] = await strapi.db
        .query(UIDS.website)
        .findMany({ where: { id: { $in: scope } }, select: ['documentId'] });
      await websites.remember(
        documentId,
        own.map((website) => website.documentId),
      );
    },

    async afterDelete({ result }) {
      const { documentId } = (result ?? {}) as { documentId?: string };
      if (documentId) await websites.forget(documentId);
    },
  });
};
