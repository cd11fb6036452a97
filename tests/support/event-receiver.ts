import http from 'node:http';
import { closeServer, portOf } from './connections';
import type { WebhookPayload } from '../../src/plugins/content-delivery/contracts/webhooks';

/** A request that a receiver of a website's webhook was sent. */
export interface ReceivedEvent {
  path: string;
  headers: Record<string, string>;
  raw: string;
  body: WebhookPayload;
}

type Answer = (event: ReceivedEvent, response: http.ServerResponse) => unknown;

/**
 * A receiver of the webhooks of websites on 127.0.0.1: it keeps what it was sent and answers 204, unless told otherwise.
 */
export const startEventReceiver = async () => {
  const received: ReceivedEvent[] = [];
  let answer: Answer = (_event, response) => response.writeHead(204).end();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const event: ReceivedEvent = {
        path: request.url ?? '',
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        raw,
        body: JSON.parse(raw) as WebhookPayload,
      };
      received.push(event);
      answer(event, response);
    });
  });
  const port = await portOf(server);

  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** From here on. */
    answerWith(next: Answer): void {
      answer = next;
    },
    /** What it was sent so far of a website, by type, then forgotten. */
    take(): ReceivedEvent[] {
      return received.splice(0);
    },
    stop: () => closeServer(server),
  };
};

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;
