import type { Context, Middleware, Next } from 'koa';
import type { MetricsEndpoint } from '../metrics';
import type { Readiness } from './readiness';

const READY_PATH = '/_ready';
export const METRICS_PATH = '/_metrics';

interface Parts {
  readiness(): Promise<Readiness>;
  metrics: Pick<MetricsEndpoint, 'answer'>;
  /** False where they have a separate port, or none. */
  hasMetrics: boolean;
}

/** What machines ask about this server, beside Strapi's own `/_health`, which says that the process is there. */
export const probes = ({ readiness, metrics, hasMetrics }: Parts): Middleware => {
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
