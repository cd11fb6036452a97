import type { Core } from '@strapi/strapi';
import { policy } from '@strapi/utils';
import type { Context } from 'koa';
import { FILE_UID } from '../../platform/uids';

/** Policies that ask for the sender's permissions, and look at nothing that is sent. */
const ASKING: ReadonlySet<string> = new Set([
  'admin::isAuthenticatedAdmin',
  'admin::hasPermissions',
  'plugin::content-manager.hasPermissions',
]);

const CREATE = 'plugin::upload.assets.create';
const UPDATE = 'plugin::upload.assets.update';
/** Routes whose handlers ask for a permission themselves, once the files are there. */
const UPLOADS: Record<string, (ctx: Context) => string> = {
  'admin-upload.upload': (ctx) => (ctx.query['id'] ? UPDATE : CREATE),
  'admin-upload.uploadFile': () => CREATE,
  'admin-upload.replaceFile': () => UPDATE,
};

type PolicyConfig = string | { name?: string };

interface Policies {
  resolve(
    policies: readonly PolicyConfig[],
    info: unknown,
  ): { handler(ctx: unknown, config: unknown, tools: object): unknown; config: unknown }[];
}

export interface PermissionRoute {
  config?: { policies?: unknown };
  info?: { pluginName?: string };
  handler?: unknown;
}

/** True where the route's own policies, which come later, do not refuse the sender for want of a permission. */
export const isPermitted = async (
  strapi: Core.Strapi,
  ctx: Context,
  route: PermissionRoute,
): Promise<boolean> => {
  const all = Array.isArray(route.config?.policies) ? (route.config.policies as PolicyConfig[]) : [];
  const asking = all.filter((one) => ASKING.has(typeof one === 'string' ? one : (one.name ?? '')));
  const context = policy.createPolicyContext('koa', ctx as never);
  const policies = strapi.get('policies') as unknown as Policies;
  for (const { handler, config } of policies.resolve(asking, route.info)) {
    const result = await handler(context, config, { strapi });
    if (result !== true && result !== undefined) return false;
  }
  return true;
};

/** True for who is signed in and lacks the permission for what a route of the media library does. */
export const mayNotUpload = (ctx: Context, { info, handler }: PermissionRoute): boolean => {
  const { userAbility } = ctx.state as { userAbility?: { can(action: string, subject: string): boolean } };
  const actionOf = info?.pluginName === 'upload' ? UPLOADS[String(handler)] : undefined;
  return userAbility !== undefined && actionOf !== undefined && !userAbility.can(actionOf(ctx), FILE_UID);
};
