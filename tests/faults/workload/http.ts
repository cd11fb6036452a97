import http from 'node:http';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
  /** Milliseconds until it is given up. */
  timeout: number;
}

/** HTTP over connections that are kept open. Rejects when no whole answer has come in time. */
export const createClient = () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });
  return {
    send: (port: number, { method = 'GET', path, headers = {}, body, timeout }: Request): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const outgoing = http.request(
          {
            host: '127.0.0.1',
            port,
            agent,
            method,
            path,
            signal: AbortSignal.timeout(timeout),
            headers: { ...headers, ...(text && { 'Content-Type': 'application/json' }) },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: Buffer.concat(chunks).toString('utf8'),
              }),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.end(text);
      }),
    close: (): void => agent.destroy(),
  };
};

export type Client = ReturnType<typeof createClient>;
