import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  addCondition,
  subscribe,
  type ReadEvent,
  type WriteEvent,
} from '../../../platform/database/lifecycles';
import { FILE_UID, UIDS } from '../../../platform/uids';
import { shownWebsiteRow } from '../shown-website';
import type { FileScope } from './scope';
import type { FileWebsites } from './websites';

/**
 * Restricted editors find their websites' files and shared ones, by whichever route of the media library they ask:
 * lists, searches, single files, pickers. What they upload belongs to their websites; what anybody uploads while the
 * panel shows one website belongs to that one.
 */
export const keepToOwnFiles = (strapi: Core.Strapi, scopeOf: FileScope, websites: FileWebsites): void => {
  const narrow = async ({ params }: ReadEvent): Promise<void> => {
    const scope = await scopeOf();
    if (!scope) return;
    // Without parameters there is nowhere to put the condition; nothing reads all files like that.
    if (!params) throw new errors.ForbiddenError();
    addCondition(params, websites.visibleTo(scope));
  };
  /** The numbers of the websites that a new file belongs to; none when it is shared. */
  const ownersOfNew = async (): Promise<readonly number[]> => {
    const scope = await scopeOf();
    const request = strapi.requestContext.get() as Context | undefined;
    const shown = request?.state['userAbility'] ? await shownWebsiteRow(strapi, request) : null;
    return shown !== null && (scope?.includes(shown) ?? true) ? [shown] : (scope ?? []);
  };

  subscribe(strapi, {
    models: [FILE_UID],
    beforeFindOne: narrow,
    beforeFindMany: narrow,
    beforeCount: narrow,

    async afterCreate({ result }: WriteEvent) {
      const { documentId } = result ?? {};
      const owners = documentId ? await ownersOfNew() : [];
      if (!documentId || owners.length === 0) return;
      const own: { documentId: string }[] = await strapi.db
        .query(UIDS.website)
        .findMany({ where: { id: { $in: [...owners] } }, select: ['documentId'] });
      await websites.assign(
        documentId,
        own.map((website) => website.documentId),
      );
    },

    async afterDelete({ result }: WriteEvent) {
      const { documentId } = result ?? {};
      if (documentId) await websites.unassign(documentId);
    },
  });
};
