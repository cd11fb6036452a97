import type { Middleware } from 'koa';
import { apiPathOf } from '../platform/canonical-path';

/** Answers of the plugin's admin routes, errors too, hold for one user and one moment: nothing stores them. */
export const noStore = (): Middleware => (ctx, next) => {
  if (apiPathOf(ctx.path).startsWith('/content-delivery/')) ctx.set('Cache-Control', 'no-store');
  return next();
};
