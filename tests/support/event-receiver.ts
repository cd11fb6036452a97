import type { WebhookPayload } from '../../src/plugins/content-delivery/contracts/webhooks';
import { startReceiver } from './receiver';

/** A receiver of the webhooks of websites on 127.0.0.1: it answers 204, unless told otherwise. */
export const startEventReceiver = async () => {
  const receiver = await startReceiver(
    (request) => ({ ...request, body: JSON.parse(request.raw) as WebhookPayload }),
    (_event, response) => response.writeHead(204).end(),
  );
  return { ...receiver, url: `${receiver.url}/hook` };
};

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;
export type ReceivedEvent = EventReceiver['received'][number];
