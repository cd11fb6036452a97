import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** A strong entity tag: equal bytes have equal tags, on every instance. */
export const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Sends a value as JSON with its `ETag`; a caller who has these bytes already gets a 304. */
export const respondWithJson = (ctx: Context, value: unknown, cacheControl: string): void => {
  const bytes = Buffer.from(JSON.stringify(value));
  ctx.status = 200;
  ctx.set('Cache-Control', cacheControl);
  ctx.set('ETag', etagOf(bytes));
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = bytes;
};
