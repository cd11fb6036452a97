import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { otherVersion } from './replace';

interface Route {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}
type Routers = Record<string, { routes: Route[] }>;

/** Module that owns the route. */
export type RouteOwner = 'admin' | 'content-manager' | 'email' | 'i18n' | 'upload' | 'users-permissions';

/** Where a module has the routes that it had before any were changed, and for which Strapi they were changed last. */
const BEFORE = Symbol.for('content-delivery.routes-before');
interface Module {
  routes: Routers;
  [BEFORE]?: { strapi: Core.Strapi; routes: Routers };
}

/**
 * The admin module is shared by all instances of one process: what was added for another one is taken out first.
 * It is remembered on the module, as Strapi copies the routes when it mounts them.
 */
const restoreRoutes = (strapi: Core.Strapi, module: Module): void => {
  const before = module[BEFORE];
  if (before?.strapi === strapi) return;
  module.routes = before?.routes ?? module.routes;
  module[BEFORE] = { strapi, routes: module.routes };
};

/**
 * Changes the routes of Strapi's admin module and plugins, read at @strapi/core 5.54.0: only routes of one's own can be given middlewares.
 * Puts one in front of the routes of the admin API with this handler, or whose handlers match, after their
 * authentication and policies. What was put there last is passed first. Called while plugins register, before routes
 * are mounted.
 * @throws when there is no such route: a new version of Strapi would lose what rests on it
 */
export const prependRouteMiddleware = (
  strapi: Core.Strapi,
  owner: RouteOwner,
  handler: string | RegExp,
  middleware: Middleware,
): void => {
  const module = (owner === 'admin' ? strapi.admin : strapi.plugin(owner)) as unknown as Module;
  let found = false;
  const extended = (route: Route): Route => {
    const isMeant =
      typeof handler === 'string' ? route.handler === handler : handler.test(String(route.handler));
    if (!isMeant) return route;
    found = true;
    return {
      ...route,
      config: { ...route.config, middlewares: [middleware, ...(route.config?.middlewares ?? [])] },
    };
  };
  restoreRoutes(strapi, module);
  // New objects, as Strapi's own are shared.
  module.routes = Object.fromEntries(
    Object.entries(module.routes).map(([name, router]) =>
      Array.isArray(router.routes) && name !== 'content-api'
        ? [name, { ...router, routes: router.routes.map(extended) }]
        : [name, router],
    ),
  );
  if (!found)
    throw otherVersion(`The route of ${owner} with the handler ${String(handler)}`, '@strapi/core 5.54.0');
};
