import type { Context } from 'koa';

/** What was sent, field by field; nothing where there is no body. */
export const bodyOf = (ctx: Context): Record<string, unknown> =>
  (ctx.request as { body?: Record<string, unknown> | null }).body ?? {};
