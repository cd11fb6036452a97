import type { IncomingMessage } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import { apiPathOf } from '../../platform/canonical-path';
import { isResponseClosed, onResponseClosed } from '../../platform/response-closed';
import { OTHER_ROUTES } from '../metrics/request-counters';
import type { CacheOutcome } from '../metrics/request-counter';
import type { RequestCounters } from '../metrics/request-counters';
import type { Traffic } from '../shutdown/traffic';
import { REQUEST_ID, type RequestIds } from './request-id';
import { writeRequestLine } from './request-line';

/** As labels of metrics and in the log. */
const ROUTES: ReadonlySet<string> = new Set(Object.values(DELIVERY_PATHS));

interface Parts {
  log: Core.Strapi['log'];
  requestCounters: RequestCounters;
  traffic: Traffic;
  requestIdOf: RequestIds;
  /** When a request arrived that the fast lane looked at first, by the clock of `performance.now()`. */
  arrivals: WeakMap<IncomingMessage, number>;
}

/** What authentication leaves on a request with the key of a website. */
interface Auth {
  credentials?: { website: { documentId: string } } | null;
}

/** nginx's, for callers who go before anything is answered. Koa has 404 there from the arrival on. */
const GONE = 499;

/**
 * Counts and logs the requests that Strapi answers, in place of `strapi::logger`, which writes whole addresses; and
 * gives each an id. The fast lane counts its own.
 */
export const requestLog =
  ({ log, requestCounters, traffic, requestIdOf, arrivals }: Parts): Middleware =>
  (ctx: Context, next: Next) => {
    const arrived = arrivals.get(ctx.req) ?? performance.now();
    const requestId = requestIdOf(ctx.req);
    const { res } = ctx;
    ctx.set(REQUEST_ID, requestId);
    traffic.inFlight.add(res);

    // Not when the middlewares are done: a long list is sent after that.
    onResponseClosed(res, () => {
      traffic.inFlight.delete(res);
      const isComplete = res.writableFinished;
      if (!isComplete) traffic.aborted += 1;
      const milliseconds = performance.now() - arrived;
      const status = isComplete || res.headersSent ? res.statusCode : GONE;
      const route = deliveryRouteOf(ctx);
      const website = route === null ? null : websiteOf(ctx);
      const cache = route === null ? null : ((ctx.state['cache'] as CacheOutcome | undefined) ?? 'none');
      requestCounters.of(route ?? OTHER_ROUTES, website).count(status, cache ?? 'none', milliseconds);
      writeRequestLine(log, {
        method: ctx.method,
        route: route ?? matchedRouteOf(ctx),
        website,
        status,
        milliseconds,
        cache,
        requestId,
        isComplete,
      });
    });
    // While the fast lane waited for the database or for Redis; the client has gone.
    if (isResponseClosed(res)) return;
    return next();
  };

/** The router takes paths in any case and with a slash at the end; so does this. */
const deliveryRouteOf = ({ path }: Context): string | null => {
  const plain = apiPathOf(path);
  return ROUTES.has(plain) ? plain : null;
};

const websiteOf = (ctx: Context): string | null => {
  const auth = ctx.state['auth'] as Auth | undefined;
  return auth?.credentials?.website.documentId ?? null;
};

/** As the router has it: an undeclared path may contain anything. */
const matchedRouteOf = (ctx: Context): string => {
  const matched = (ctx as { _matchedRoute?: unknown })._matchedRoute;
  // Where nothing matched, it is the pattern of the router itself.
  return typeof matched === 'string' && matched.startsWith('/') ? matched : 'none';
};
