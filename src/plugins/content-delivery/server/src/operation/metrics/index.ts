import { createServer, type Server } from 'node:http';
import { whyNotListening } from '../startup/listener';
import type { MetricJson } from '../../platform/processes/questions';
import { refusal } from '../../platform/refusal';
import { createMetricsAccess } from './access';
import { createMetrics, type Metrics, type Sources } from './registry';

interface MetricsSettings {
  /** Empty for none. */
  token: string;
  host: string;
  /** 0 for no separate port. */
  port: number;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type MetricsEndpoint = ReturnType<typeof createMetricsEndpoint>;

/** The metrics of a server, behind a bearer token. */
export const createMetricsEndpoint = (sources: Sources, { token, host, port }: MetricsSettings) => {
  const mayRead = createMetricsAccess(token);
  // Made for the first who asks: measuring the event loop costs a little, all the time.
  let metrics: Metrics | null = null;
  let own: Server | null = null;

  const answer = async (authorization: string | undefined): Promise<Answer> => {
    if (!mayRead(authorization)) {
      return {
        status: 401,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'WWW-Authenticate': 'Bearer' },
        body: 'The metrics are read with the token of METRICS_TOKEN: Authorization: Bearer <token>\n',
      };
    }
    metrics ??= createMetrics(sources);
    return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.text() };
  };

  return {
    answer,

    /** For the server that tells them together with its own. */
    figures: (): Promise<MetricJson[]> => (metrics ??= createMetrics(sources)).figures(),

    /** Listens on the separate port, where there is one. @throws Error that names it, when that is not possible */
    async listen(path: string): Promise<void> {
      if (port === 0) return;
      const server = createServer((request, response) => {
        const isAsked = request.url?.split('?')[0] === path && ['GET', 'HEAD'].includes(request.method ?? '');
        if (!isAsked) return void response.writeHead(404).end();
        answer(request.headers.authorization).then(
          ({ status, headers, body }) =>
            response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body),
          () => response.writeHead(500).end(),
        );
      });
      await new Promise<void>((resolve, reject) => {
        const place = { host, port, hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' };
        // Later ones are those of a connection that could not be accepted, which are no reason to end.
        server.on('error', (error) => reject(refusal(whyNotListening(place, error))));
        server.listen(port, host, resolve);
      });
      own = server;
    },

    async close(): Promise<void> {
      const server = own;
      if (!server) return;
      own = null;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
};
