import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';

/**
 * One line per request, in place of `strapi::logger`: the path without its query, as that is where API
 * keys and one-time codes stand.
 */
export const requestLog =
  (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware =>
  async (ctx: Context, next: Next) => {
    const start = performance.now();
    await next();
    const milliseconds = Math.ceil(performance.now() - start);
    strapi.log.http(`${ctx.method} ${ctx.path} (${milliseconds} ms) ${ctx.status}`);
  };
