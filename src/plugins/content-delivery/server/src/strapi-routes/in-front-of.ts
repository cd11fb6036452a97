import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

interface Route {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}
type Routers = Record<string, { routes: Route[] }>;

/** Whose routes: Strapi's admin module, or one of its plugins. */
export type RouteOwner = 'admin' | 'content-manager' | 'email' | 'i18n';

/** Where changed routes have what they were before, and for which Strapi they were changed. */
const BEFORE = Symbol.for('content-delivery.routes-before');
type Changed = Routers & { [BEFORE]?: { strapi: Core.Strapi; original: Routers } };

/**
 * Those of the admin module are shared by all instances of one process: what was added for another one is left out.
 * It is remembered on the routes themselves, as instances need not share the rest.
 */
const routesFor = (strapi: Core.Strapi, routes: Changed): { current: Routers; original: Routers } => {
  const before = routes[BEFORE];
  if (!before) return { current: routes, original: routes };
  return { current: before.strapi === strapi ? routes : before.original, original: before.original };
};

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
  const { current, original } = routesFor(strapi, module.routes);
  // New objects, as Strapi's own are shared.
  module.routes = Object.fromEntries(
    Object.entries(current).map(([name, router]) =>
      Array.isArray(router.routes) && name !== 'content-api'
        ? [name, { ...router, routes: router.routes.map(extended) }]
        : [name, router],
    ),
  );
  Object.defineProperty(module.routes, BEFORE, { value: { strapi, original } });
  if (!found) throw new Error(`Strapi's ${owner} has no route with the handler ${handler}.`);
};
