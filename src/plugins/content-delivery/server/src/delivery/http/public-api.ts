import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import { OPENAPI_PATH } from '../../../../contracts/openapi';
import type { Limits } from '../../access/limits';
import { apiPathOf } from '../../platform/canonical-path';
import { errorBody } from '../../platform/error-body';
import { COMMON_HEADERS } from './delivery-headers';

const ALLOWED_METHODS = 'GET, HEAD';
/** Seconds for which a browser remembers the answer to a preflight. */
const PREFLIGHT_MAX_AGE = '86400';

/** Headers that mean something for pages only. */
const PAGE_HEADERS = [
  'Access-Control-Allow-Credentials',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
];

interface Router {
  match(path: string, method: string): { path: { path: string }[] };
}

const API = '/api';
/** The paths of the delivery routes and of their description. */
export const API_PATHS: ReadonlySet<string> = new Set([...Object.values(DELIVERY_PATHS), OPENAPI_PATH]);

/**
 * What is the same for all answers of the delivery routes and of their description: any origin may read them,
 * only GET and HEAD are allowed, addresses are limited, errors are never stored by caches. An error of any other
 * address below `/api` has the same shape and can be read as well: a front end that has an address wrong learns so.
 */
export const publicApi = (strapi: Core.Strapi, { ofAddresses }: Pick<Limits, 'ofAddresses'>): Middleware => {
  const router = strapi.server.router as unknown as Router;

  const answer = async (ctx: Context, next: Next): Promise<void> => {
    if (isPreflight(ctx)) return answerPreflight(ctx);

    const refusal = await ofAddresses?.count(ctx.req, ctx.res);
    if (refusal) return ctx.tooManyRequests(refusal.message);
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    ctx.methodNotAllowed(`This address is read with GET or HEAD; ${ctx.method} is not possible here.`);
    ctx.set('Allow', ALLOWED_METHODS);
  };

  /** True for the path of a route, whatever its methods. What is left is looked for among files, by a pattern. */
  const isDeclared = ({ path, method }: Context): boolean =>
    router.match(path, method).path.some((layer) => layer.path.startsWith(`${API}/`));

  return async (ctx, next) => {
    const path = apiPathOf(ctx.path);
    if (API_PATHS.has(path)) {
      await answer(ctx, next);
      return complete(ctx);
    }
    await next();
    if (path !== API && !path.startsWith(`${API}/`)) return;
    if (isDeclared(ctx)) {
      // A route of Strapi or of a project says itself who may read it.
      if (ctx.status >= 400) complete(ctx);
      return;
    }
    if (isPreflight(ctx)) answerPreflight(ctx);
    else answerNothing(ctx);
    complete(ctx);
  };
};

/** A browser sends it by itself, and would show a refusal as something else. */
const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';

const complete = (ctx: Context): void => {
  // Last, over whatever strapi::security and strapi::cors have set for pages and for the admin panel.
  for (const name of PAGE_HEADERS) ctx.remove(name);
  ctx.set(COMMON_HEADERS);
  if (ctx.status >= 400) {
    ctx.remove('Vary');
    ctx.set('Cache-Control', 'no-store');
    completeError(ctx);
  }
};

const answerPreflight = (ctx: Context): void => {
  ctx.body = null;
  ctx.status = 204;
  ctx.set('Access-Control-Allow-Methods', ALLOWED_METHODS);
  ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers') || '*');
  ctx.set('Access-Control-Max-Age', PREFLIGHT_MAX_AGE);
};

/** Strapi looks for a file there, and says of some paths that they are malicious, of others that POST is not allowed. */
const answerNothing = (ctx: Context): void => {
  ctx.remove('Allow');
  if (isDecodable(ctx.path)) ctx.notFound('There is nothing at this address.');
  else ctx.badRequest('This address has a percent sign that does not begin a character; write it as %25.');
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Strapi leaves out the details where an error has none, and its router reports some by a status alone; the shape of
 * an error is always the same.
 */
const completeError = (ctx: Context): void => {
  const { error } = (ctx.body ?? {}) as { error?: { details?: unknown } };
  if (error) {
    error.details ??= {};
    return;
  }
  const { status } = ctx;
  ctx.body = errorBody(status);
  ctx.status = status;
};
