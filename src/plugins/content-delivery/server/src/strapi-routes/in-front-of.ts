import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

interface Route {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}
type Routers = Record<string, { routes: Route[] }>;

/** Whose routes: Strapi's admin module, or one of its plugins. */
export type RouteOwner = 'admin' | 'content-manager' | 'email' | 'i18n';

/**
 * Puts a middleware in front of the routes of the admin API with this handler, after their authentication and
 * policies. Called while plugins register, before routes are mounted.
 * @throws when there is no such route: a new version of Strapi would lose what rests on it
 */
export const inFrontOf = (
  strapi: Core.Strapi,
  owner: RouteOwner,
  handler: string,
  middleware: Middleware,
): void => {
  const module = (owner === 'admin' ? strapi.admin : strapi.plugin(owner)) as unknown as { routes: Routers };
  let found = false;
  const extended = (route: Route): Route => {
    if (route.handler !== handler) return route;
    found = true;
    return {
      ...route,
      config: { ...route.config, middlewares: [middleware, ...(route.config?.middlewares ?? [])] },
    };
  };
  // New objects: Strapi's own are shared by all instances of one process.
  module.routes = Object.fromEntries(
    Object.entries(module.routes).map(([name, router]) =>
      Array.isArray(router.routes) && name !== 'content-api'
        ? [name, { ...router, routes: router.routes.map(extended) }]
        : [name, router],
    ),
  );
  if (!found) throw new Error(`Strapi's ${owner} has no route with the handler ${handler}.`);
};
