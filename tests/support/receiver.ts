import http from 'node:http';
import { closeServer, portOf } from './connections';

/** A request as it came. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  raw: string;
}

/**
 * A server on 127.0.0.1 that keeps what it was sent, and answers as it is told.
 * @param readAs what it keeps of a request
 */
export const startReceiver = async <Kept extends ReceivedRequest>(
  readAs: (request: ReceivedRequest) => Kept,
  usual: (request: Kept, response: http.ServerResponse) => unknown,
) => {
  const received: Kept[] = [];
  let answer = usual;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const kept = readAs({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: Object.fromEntries(headers) as Record<string, string>,
        raw: Buffer.concat(chunks).toString('utf8'),
      });
      received.push(kept);
      answer(kept, response);
    });
  });
  const port = await portOf(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    /** From here on. */
    answerWith(next: typeof usual): void {
      answer = next;
    },
    /** What it was sent so far, then forgotten. */
    take: (): Kept[] => received.splice(0),
    stop: () => closeServer(server),
  };
};
