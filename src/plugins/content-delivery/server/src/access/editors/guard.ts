import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { checkerOf, type Permission } from './checker';
import { refuseForeignRelations } from './relations';
import { PERMISSION_POPULATE } from './permission-populate';

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

/** Of a request; what the server does by itself has no user. */
interface State {
  user?: unknown;
  /** What the user may do: looked up where they are authenticated. Without it nothing is allowed. */
  userAbility?: unknown;
}

const FOREIGN = 'This belongs to a website that you are not listed on as an editor.';

const dataOf = (params: unknown): Record<string, unknown> =>
  (params as { data?: Record<string, unknown> }).data ?? {};

/**
 * Holds a signed-in user to the conditions of their roles where Strapi does not: creating on a foreign
 * website, moving or cloning an entry there, connecting what is foreign, bulk actions.
 */
export const guardDocuments = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    const need = needs[context.action];
    const populate = PERMISSION_POPULATE[context.uid];
    const { user, userAbility } = (strapi.requestContext.get()?.state ?? {}) as State;
    if (!need || !populate || (!user && !userAbility)) return next();

    const checker = checkerOf(strapi, userAbility, context.uid);
    const check = async (documentId: string | undefined, permission: Permission | undefined) => {
      if (!documentId || !permission || !checker.requiresEntity[permission]()) return;
      const rows: unknown[] = await strapi.db
        .query(context.uid)
        .findMany({ where: { documentId }, populate });
      if (rows.some((row) => checker.cannot[permission](row))) throw new errors.ForbiddenError(FOREIGN);
    };

    // One transaction around the action and the second look, so that what is refused leaves no trace.
    return strapi.db.transaction(async () => {
      await check((context.params as { documentId?: string }).documentId, need.before);
      await refuseForeignRelations(strapi, userAbility, context.uid, dataOf(context.params));
      const result = await next();
      await check((result as { documentId?: string } | null)?.documentId, need.after);
      return result;
    });
  });
};
