import type { Context, Middleware, Next } from 'koa';
import type { Limits } from './index';

/** What Koa trusts in any request once `proxy` is set. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Gives Strapi the client address that limits use, so that its own limit of sign-ins uses the same. Koa would take the first entry
 * of `X-Forwarded-For`, which clients can write themselves, and would trust every client.
 */
export const clientAddress = (
  addresses: Limits['addresses'],
  trustedProxies: readonly string[],
): Middleware => {
  // Without trusted proxies Koa takes the address of the connection.
  if (trustedProxies.length === 0) return (_ctx: Context, next: Next) => next();
  return (ctx: Context, next: Next) => {
    ctx.request.ip = addresses.of(ctx.req)?.toString() ?? '';
    if (!addresses.areVouchedFor(ctx.req)) {
      for (const name of FORWARDED) Reflect.deleteProperty(ctx.req.headers, name);
    }
    return next();
  };
};
