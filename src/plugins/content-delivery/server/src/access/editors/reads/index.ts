import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { beforeQueriesAreValidated } from '../../../platform/patches/content-api-queries';
import { prependRouteMiddleware } from '../../../platform/patches/routes';
import { FILE_UID, FOLDER_UID, ROLE_UID, USER_UID } from '../../../platform/uids';
import { isRecord } from '../../../platform/formats';
import { createReadScope, type ReadScope } from './access';
import { holdNarrowedToBudget, holdToBudget } from './budget';
import { narrowOrder, narrowQuery } from './query';
import { askedRelation, pickAvailable, showExisting } from './relations';
import { hideUnreadable } from './visible';

/** Strapi reads every entry of a collection where it looks for the one of a single type. */
const KINDS = [
  [/^collection-types\./, 'collectionType'],
  [/^single-types\./, 'singleType'],
] as const;

/** Entries that are changed in one transaction, which keeps all other writers waiting. */
const MAX_BULK = 100;

/**
 * Holds what is asked of Strapi's own routes, and what they answer, against what the user may read of related entries.
 * Strapi holds only the entries themselves against the conditions of roles: their relations, as far as a request
 * follows them, were open to everybody. Called while plugins register.
 *
 * A request passes here in both directions: its parameters are narrowed on the way in, its answer on the way out.
 */
export const narrowReads = (strapi: Core.Strapi): void => {
  const through = async (ctx: Context, uid: string, next: Next): Promise<void> => {
    const scope = scopeOf(strapi, ctx);
    await narrowParameters(strapi, scope, ctx, uid);
    await next();
    await hideUnreadable(strapi, scope, uid, entriesOf(ctx.body));
  };

  for (const [handlers, kind] of KINDS) {
    prependRouteMiddleware(strapi, 'content-manager', handlers, async (ctx, next) => {
      const { model } = ctx['params'] as { model: string };
      const type = strapi.contentTypes[model as keyof typeof strapi.contentTypes];
      if (type && type.kind !== kind)
        throw new errors.NotFoundError('This type of content has other routes.');
      await holdBulkToBudget(strapi, ctx, model);
      return through(ctx, model, next);
    });
  }
  prependRouteMiddleware(strapi, 'i18n', 'content-types.getFillFromLocaleData', async (ctx, next) => {
    const { model } = ctx['params'] as { model: string };
    if (!isLocalized(strapi, model)) throw new errors.NotFoundError('This type of content has no locales.');
    return next();
  });
  prependRouteMiddleware(strapi, 'content-manager', 'relations.findAvailable', async (ctx, next) => {
    const asked = askedRelation(strapi, ctx);
    const scope = scopeOf(strapi, ctx);
    await narrowParameters(strapi, scope, ctx, asked.target);
    return pickAvailable(scope, asked, next);
  });
  prependRouteMiddleware(strapi, 'content-manager', 'relations.findExisting', async (ctx, next) => {
    const asked = askedRelation(strapi, ctx);
    const scope = scopeOf(strapi, ctx);
    await narrowParameters(strapi, scope, ctx, asked.target);
    return showExisting(strapi, scope, asked, ctx, next);
  });
  prependRouteMiddleware(strapi, 'upload', /^admin-file\.find/, (ctx, next) => through(ctx, FILE_UID, next));
  prependRouteMiddleware(strapi, 'upload', /^admin-folder\.find/, (ctx, next) =>
    through(ctx, FOLDER_UID, next),
  );
  holdOthersToBudget(strapi);
};

/** What Strapi narrows itself, or gives to tokens of its content API. */
const holdOthersToBudget = (strapi: Core.Strapi): void => {
  const holding =
    (uid: string) =>
    async (ctx: Context, next: Next): Promise<void> => {
      holdToBudget(strapi, uid, ctx.query);
      await next();
    };
  prependRouteMiddleware(strapi, 'admin', /^user\.find/, holding(USER_UID));
  prependRouteMiddleware(strapi, 'admin', /^role\.find/, holding(ROLE_UID));
  beforeQueriesAreValidated(strapi, (uid, query) => holdToBudget(strapi, uid, query));
};

/** Of others Strapi gives the fields, and with them the names of related entries, whatever conditions a role has. */
const isLocalized = (strapi: Core.Strapi, uid: string): boolean => {
  const type = strapi.contentTypes[uid as keyof typeof strapi.contentTypes] as
    { pluginOptions?: { i18n?: { localized?: boolean } } } | undefined;
  return type?.pluginOptions?.i18n?.localized === true;
};

const scopeOf = (strapi: Core.Strapi, ctx: Context): ReadScope =>
  createReadScope(strapi, ctx.state['userAbility']);

/** Strapi has parsed the address already, and reads what it found there. */
const narrowParameters = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  ctx: Context,
  uid: string,
): Promise<void> => {
  const query = ctx.query as Record<string, unknown>;
  holdToBudget(strapi, uid, query);
  const narrowed = await narrowQuery(strapi, scope, uid, query);
  holdNarrowedToBudget(strapi, uid, narrowed);
  for (const name of Object.keys(query)) if (!(name in narrowed)) Reflect.deleteProperty(query, name);
  Object.assign(query, narrowed);
};

/** Bulk actions take the order of what they look up from their body, beside the entries, which the panel has on one page. */
const holdBulkToBudget = async (strapi: Core.Strapi, ctx: Context, uid: string): Promise<void> => {
  const { body } = ctx.request as { body?: unknown };
  const isBulk = isRecord(body) && 'documentIds' in body;
  if (!isBulk) return;
  if (Array.isArray(body['documentIds']) && body['documentIds'].length > MAX_BULK)
    throw new errors.ValidationError(
      `This is too much for one request: it names ${body['documentIds'].length} entries; ${MAX_BULK} are allowed. Leave some out, or ask in several requests.`,
    );
  if (body['sort'] === undefined) return;
  holdToBudget(strapi, uid, { sort: body['sort'] });
  body['sort'] = await narrowOrder(strapi, scopeOf(strapi, ctx), uid, body['sort']);
};

/** The entries of an answer, in the forms in which Strapi's routes give them. */
const entriesOf = (body: unknown): unknown[] => {
  if (!isRecord(body)) return [body].flat();
  const { results, data, meta } = body;
  const { availableStatus, availableLocales } = isRecord(meta) ? meta : {};
  const lists = [results, data, availableStatus, availableLocales].flatMap((part) => part ?? []);
  return lists.length > 0 ? lists : [body];
};
