import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context, Next } from 'koa';
import type { KnexClient } from '../patches/knex-client';
import { aroundConnections } from '../patches/knex-connections';

/** Milliseconds. An editor who saves and closes the page at once has it saved. */
const SHORT_WAIT = 2_000;

const running = new WeakSet<object>();
/** When requests were answered, by the clock of `performance.now()`. */
const answered = new WeakMap<object, number>();

/** Knows the request for as long as it is answered; what it leaves to be done later is not aborted. */
export const trackRequest = async (ctx: Context, next: Next): Promise<void> => {
  running.add(ctx);
  try {
    await next();
  } finally {
    running.delete(ctx);
    answered.set(ctx, performance.now());
  }
};

/** True while a request is answered, and for as many milliseconds after that. */
export const isRunning = (ctx: object, after = 0): boolean =>
  running.has(ctx) || performance.now() - (answered.get(ctx) ?? -Infinity) < after;

/** Whoever sent it has gone while it is answered. */
export const isAbandoned = (ctx: Pick<Context, 'req'>): boolean => isRunning(ctx) && ctx.req.socket.destroyed;

/**
 * Requests wait for a connection of Strapi's pool in the order in which they came. When all are taken for long, browsers and
 * proxies give up and try again: then requests that still wait would queue behind abandoned work, and no request
 * would be served in time, also long after what had held all up is over. So that work is not begun.
 */
export const shedAbandonedRequests = (
  strapi: Pick<Core.Strapi, 'db' | 'requestContext'>,
  shortWait = SHORT_WAIT,
): void => {
  const client = strapi.db.connection.client as KnexClient;
  aroundConnections(client, async (acquire) => {
    const begun = performance.now();
    const connection = await acquire();
    const ctx = strapi.requestContext.get();
    if (performance.now() - begun < shortWait || !ctx || !isAbandoned(ctx)) return connection;
    await client.releaseConnection(connection);
    throw createError(503, 'The client has disconnected.', { expose: true });
  });
};
