import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

interface Route {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}
type Routers = Record<string, { routes: Route[] }>;

/**
 * Puts a middleware in front of the content manager's routes with this handler, after their authentication
 * and policies. Called while plugins register, before routes are mounted.
 * @throws when the content manager has no such route: a new version of Strapi would lose what rests on it
 */
export const inFrontOf = (strapi: Core.Strapi, handler: string, middleware: Middleware): void => {
  const plugin = strapi.plugin('content-manager') as unknown as { routes: Routers };
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
  plugin.routes = Object.fromEntries(
    Object.entries(plugin.routes).map(([name, router]) =>
      Array.isArray(router.routes)
        ? [name, { ...router, routes: router.routes.map(extended) }]
        : [name, router],
    ),
  );
  if (!found) throw new Error(`The content manager has no route with the handler ${handler}.`);
};
