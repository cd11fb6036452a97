import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTime } from './in-time';
import { stop } from './stop';

export interface WireAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** The port of a server, which listens from the first call on, until it is stopped. */
export const portOf = async (server: http.Server): Promise<number> => {
  if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

/** Closes a server of the tests, with the connections that are kept open for further requests. */
export const closeServer = (server: http.Server): Promise<void> =>
  stop('a server of the tests', () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    return closed;
  });

/** Why an answer that had begun did not come to its end. */
export class CutAnswer extends Error {
  readonly status: number;
  /** Its X-Request-Id; empty when it has none. */
  readonly requestId: string;

  constructor({ statusCode = 0, headers }: http.IncomingMessage, cause: Error) {
    super(`A ${statusCode} was cut: ${cause.message}`, { cause });
    this.status = statusCode;
    this.requestId = String(headers['x-request-id'] ?? '');
  }
}

/**
 * Real HTTP over connections that are kept open. Bytes come as they were sent, compressed or not.
 * @param from as whom: the loopback has addresses of its own, such as 127.0.0.2
 */
export const connectTo = (port: number, from: { localAddress?: string } = {}) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50, ...from });
  return {
    send: (
      method: string,
      target: string,
      headers: Record<string, string> = {},
      body?: Buffer,
    ): Promise<WireAnswer> => {
      const answered = new Promise<WireAnswer>((resolve, reject) => {
        const outgoing = http.request(
          { host: '127.0.0.1', port, agent, method, path: target, headers },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', (error) => reject(new CutAnswer(incoming, error)));
            incoming.on('end', () => {
              const bytes = Buffer.concat(chunks);
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                bytes,
                text: bytes.toString('utf8'),
              });
            });
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      });
      return inTime(`the answer to ${method} ${target}`, answered);
    },
    close: (): void => agent.destroy(),
  };
};

export type Connection = ReturnType<typeof connectTo>;

/** The target of a request: a path with its parameters. */
export const targetOf = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters).toString()}`;
