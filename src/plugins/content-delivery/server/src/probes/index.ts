import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { operationOf } from '../services';

export const READY_PATH = '/_ready';
export const METRICS_PATH = '/_metrics';

/** What machines ask about this server, beside Strapi's own `/_health`, which says that the process is there. */
export const probes = (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware => {
  const { readiness, metrics, config } = operationOf(strapi);
  // On a port of their own they are not here; without either they are nowhere.
  const hasMetrics = config.metricsToken !== '' && config.metricsPort === 0;

  return async (ctx: Context, next: Next) => {
    const { path } = ctx;
    if (path !== READY_PATH && !(hasMetrics && path === METRICS_PATH)) return next();
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.status = 405;
      ctx.set('Allow', 'GET, HEAD');
      return;
    }
    if (path === METRICS_PATH) {
      const { status, headers, body } = await metrics.answer(ctx.req.headers.authorization);
      ctx.status = status;
      ctx.set(headers);
      ctx.body = body;
      return;
    }
    const answer = await readiness();
    ctx.status = answer.status === 'ready' ? 200 : 503;
    ctx.body = answer;
  };
};
