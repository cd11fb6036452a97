import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { OPENED_VERSION, type OpenedVersion } from '../../../../contracts/editing';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { CONTENT_UIDS } from '../../platform/uids';

interface Carrying extends Context {
  params: { model?: string; id?: string };
  request: Context['request'] & { body?: Record<string, unknown> };
}

/** The version that a request says it opened, until it has been compared with what is stored. */
const opened = new WeakMap<object, string>();

/** A version is identified by its time of saving, which every write changes. */
export const versionOf = (updatedAt: Date | string): string => new Date(updatedAt).toISOString();

/**
 * Has the panel's forms carry the version of the entry that they opened: it is added to what they read, and
 * taken out of what they send. To a form it is one more attribute, so it travels with each way of saving:
 * the buttons, the keyboard, the dialogs for related entries. It is no attribute of the content model, and so
 * appears neither in roles nor in view settings.
 */
export const attachVersion = (strapi: Core.Strapi): void => {
  prependRouteMiddleware(strapi, 'content-manager', 'init.getInitData', async (ctx, next) => {
    await next();
    const { data } = ctx.body as { data?: { contentTypes?: ContentType[] } };
    for (const type of data?.contentTypes ?? []) {
      // JSON is the one type that lists neither show, sort nor filter by.
      if (isOurs(type.uid)) type.attributes = { ...type.attributes, [OPENED_VERSION]: { type: 'json' } };
    }
  });

  const addVersion = async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { data } = (ctx.body ?? {}) as { data?: { updatedAt?: Date | string } & Record<string, unknown> };
    if (isOurs((ctx as Carrying).params.model) && data?.updatedAt) {
      data[OPENED_VERSION] = { savedAt: versionOf(data.updatedAt) } satisfies OpenedVersion;
    }
  };
  // What was saved is what the form has opened from then on. A publication answers the live version, which has its draft's time of saving.
  for (const action of ['findOne', 'update', 'publish'])
    prependRouteMiddleware(strapi, 'content-manager', `collection-types.${action}`, addVersion);

  const takeOut = (ctx: Context, next: Next): Promise<unknown> => {
    const { params, request } = ctx as Carrying;
    if (isOurs(params.model) && request.body && OPENED_VERSION in request.body) {
      const { [OPENED_VERSION]: version, ...body } = request.body;
      request.body = body;
      const { savedAt } = (version ?? {}) as Partial<OpenedVersion>;
      if (typeof savedAt === 'string') opened.set(ctx, savedAt);
    }
    return next();
  };
  for (const action of ['create', 'clone', 'autoClone', 'update', 'publish']) {
    prependRouteMiddleware(strapi, 'content-manager', `collection-types.${action}`, takeOut);
  }
};

/**
 * The version that the running request opened of this entry; undefined when it says none, or none of this one.
 * It is given out once: what the same request writes later rests on its own first write.
 */
export const consumeVersion = (strapi: Core.Strapi, uid: string, documentId: string): string | undefined => {
  const ctx = strapi.requestContext.get() as Carrying | undefined;
  if (!ctx || ctx.params.model !== uid || ctx.params.id !== documentId) return undefined;
  const version = opened.get(ctx);
  opened.delete(ctx);
  return version;
};

/** For a write that is taken back and made again. @returns puts back what the running request had said by now */
export const rememberVersion = (strapi: Core.Strapi): (() => void) => {
  const ctx = strapi.requestContext.get();
  const version = ctx && opened.get(ctx);
  return () => {
    if (ctx && version !== undefined) opened.set(ctx, version);
  };
};

/** True while the running request still has a version to compare. */
export const carriesOpenedVersion = (strapi: Core.Strapi): boolean =>
  opened.has(strapi.requestContext.get() ?? strapi);

interface ContentType {
  uid: string;
  attributes: Record<string, unknown>;
}

const isOurs = (uid: string | undefined): boolean => (CONTENT_UIDS as readonly string[]).includes(uid ?? '');
