import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { UIDS } from '../uids';

/** The parts of the content manager's permission checker that are used here. */
interface Checker {
  cannot: Record<Permission, (entity: unknown) => boolean>;
  requiresEntity: Record<Permission, () => boolean>;
}
type Permission = 'read' | 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discard';

/** Which right an action needs on the entry as it is, and on the entry that comes of it. */
const needs: Record<string, { before?: Permission; after?: Permission }> = {
  create: { after: 'create' },
  clone: { before: 'read', after: 'create' },
  update: { before: 'update', after: 'update' },
  delete: { before: 'delete' },
  publish: { before: 'publish' },
  unpublish: { before: 'unpublish' },
  discardDraft: { before: 'discard' },
};

/** All that conditions look at: who made the entry, and which website or account it belongs to. */
const creator = { createdBy: { populate: { roles: true } } };
const account = { account: { select: ['id'] } };
const website = { website: { select: ['id'] } };
const surroundings: Record<string, object> = {
  [UIDS.account]: creator,
  [UIDS.website]: { ...creator, ...account },
  [UIDS.category]: { ...creator, ...website },
  [UIDS.tag]: { ...creator, ...website },
  [UIDS.post]: { ...creator, ...website },
  [UIDS.internalLink]: { ...creator, ...account },
  [UIDS.pseoCampaign]: { ...creator, ...website },
  [UIDS.pseoPage]: { ...creator, campaign: { select: ['id'], populate: website } },
};

const FORBIDDEN = 'This belongs to a website that you are not listed on as an editor.';

/**
 * Holds a signed-in user to the conditions of their roles where Strapi does not: creating on a foreign
 * website, moving or cloning an entry there, bulk actions.
 */
export const guardDocuments = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    const need = needs[context.action];
    const populate = surroundings[context.uid];
    const userAbility: unknown = strapi.requestContext.get()?.state?.['userAbility'];
    if (!need || !populate || !userAbility) return next();

    const checker = strapi
      .plugin('content-manager')
      .service('permission-checker')
      .create({ userAbility, model: context.uid }) as Checker;
    const check = async (documentId: string | undefined, permission: Permission | undefined) => {
      if (!documentId || !permission || !checker.requiresEntity[permission]()) return;
      const rows: unknown[] = await strapi.db
        .query(context.uid)
        .findMany({ where: { documentId }, populate });
      if (rows.some((row) => checker.cannot[permission](row))) throw new errors.ForbiddenError(FORBIDDEN);
    };

    // One transaction around the action and the second look, so that what is refused leaves no trace.
    return strapi.db.transaction(async () => {
      await check((context.params as { documentId?: string }).documentId, need.before);
      const result = await next();
      await check((result as { documentId?: string } | null)?.documentId, need.after);
      return result;
    });
  });
};
