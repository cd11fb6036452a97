import type { Context } from 'koa';
import type { DeliveryResponse } from './respond';

/** Gives Koa a response to send. */
export const writeWithKoa = (ctx: Context, { status, headers, body }: DeliveryResponse): void => {
  ctx.status = status;
  if (body) ctx.body = body;
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
};
