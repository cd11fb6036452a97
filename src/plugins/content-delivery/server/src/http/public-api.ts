import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { DELIVERY_PATHS } from '../../../contract';
import { OPENAPI_PATH } from '../../../openapi';
import { deliveryOf } from '../services';
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

const paths: ReadonlySet<string> = new Set([...Object.values(DELIVERY_PATHS), OPENAPI_PATH]);

/** The router takes paths in any case and with a slash at the end; so does this. */
const isPublicPath = (path: string): boolean => paths.has(path.toLowerCase().replace(/\/$/, ''));

/**
 * What is the same for all answers of the four routes and of their description: any origin may read them,
 * only GET and HEAD are allowed, addresses are limited, errors are never stored by caches.
 */
export const publicApi = (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware => {
  const { ofAddresses } = deliveryOf(strapi).limits;

  const answer = async (ctx: Context, next: Next): Promise<void> => {
    // A browser sends it by itself, and would show a refusal as something else.
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method')) return answerPreflight(ctx);

    const refusal = await ofAddresses?.count(ctx.req, ctx.res);
    if (refusal) return ctx.tooManyRequests(refusal.message);
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    ctx.methodNotAllowed(`This address is read with GET or HEAD; ${ctx.method} is not possible here.`);
    ctx.set('Allow', ALLOWED_METHODS);
  };

  return async (ctx, next) => {
    if (!isPublicPath(ctx.path)) return next();
    await answer(ctx, next);
    complete(ctx);
  };
};

const complete = (ctx: Context): void => {
  // Last, over whatever strapi::security and strapi::cors have set for pages and for the admin panel.
  for (const name of PAGE_HEADERS) ctx.remove(name);
  ctx.set(COMMON_HEADERS);
  if (ctx.status >= 400) {
    ctx.remove('Vary');
    ctx.set('Cache-Control', 'no-store');
    completeError(ctx.body);
  }
};

const answerPreflight = (ctx: Context): void => {
  ctx.status = 204;
  ctx.set('Access-Control-Allow-Methods', ALLOWED_METHODS);
  ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers') || '*');
  ctx.set('Access-Control-Max-Age', PREFLIGHT_MAX_AGE);
};

/** Strapi leaves out the details where an error has none; the shape of an error is always the same. */
const completeError = (body: unknown): void => {
  const error = (body as { error?: { details?: unknown } } | undefined)?.error;
  if (error) error.details ??= {};
};
