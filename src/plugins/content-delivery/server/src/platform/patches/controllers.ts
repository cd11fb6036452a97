import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { expectFunction } from './replace';

export type Action = (ctx: Context, next: Next, ...rest: unknown[]) => unknown;

interface Registry {
  extend(uid: string, extension: (actions: Record<string, Action>) => Record<string, Action>): unknown;
}

/**
 * Changes actions of controllers of Strapi's plugins, read at @strapi/upload and @strapi/plugin-users-permissions 5.54.0. Routes of the
 * content API that a plugin declares take no middlewares of a project. Called while plugins register, before routes take
 * their actions.
 * @param changes what takes the place of each action, by its name
 */
export const changeActions = (
  strapi: Core.Strapi,
  uid: string,
  changes: Record<string, (original: Action) => Action>,
): void => {
  const controllers = strapi.get('controllers') as unknown as Registry;
  controllers.extend(uid, (actions) => {
    const changed = { ...actions };
    for (const [name, change] of Object.entries(changes)) {
      expectFunction(actions, name, { readAt: '@strapi/strapi 5.54.0' });
      changed[name] = change((ctx, ...rest) => (actions[name] as Action)(ctx, ...rest));
    }
    return changed;
  });
};
