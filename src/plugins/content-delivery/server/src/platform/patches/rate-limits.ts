import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

interface Registry {
  /** @throws when there is no such middleware */
  extend(uid: string, extension: (before: unknown) => () => Middleware): Registry;
}

/**
 * Changes the middlewares by which Strapi's own routes limit attempts, read at @strapi/admin, @strapi/email and @strapi/plugin-users-permissions
 * 5.54.0. They keep each path and e-mail address that they are given for five minutes, of any length and number, and go
 * through all of them with each request. Another middleware takes the place of one.
 */
export const limitWith = (strapi: Core.Strapi, uid: string, middleware: Middleware): void => {
  const middlewares = strapi.get('middlewares') as unknown as Registry;
  middlewares.extend(uid, () => () => middleware);
};
