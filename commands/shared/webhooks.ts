import type { Core } from '@strapi/strapi';
import { webhookQueueOf } from '../../src/plugins/content-delivery/server/src/platform/webhook-queue';

/** Waits until all webhooks are called, also those of what was just stored: they would be lost with the end of the process. */
export const drainWebhooks = async (strapi: Core.Strapi): Promise<void> => {
  const webhooks = webhookQueueOf(strapi);
  const count = await webhooks.count();
  if (count === 0) return;
  console.error(`Calling ${count.toLocaleString('en')} ${count === 1 ? 'webhook' : 'webhooks'} …`);
  await webhooks.drain();
};

/** Lets work be no faster than webhooks are called. */
export const createCommandBackpressure = (strapi: Core.Strapi, signal: AbortSignal) => {
  let isSaid = false;
  return (): Promise<void> =>
    webhookQueueOf(strapi).waitForCapacity(() => {
      if (!isSaid && !signal.aborted) {
        isSaid = true;
        console.error(
          'Webhooks answer slowly, so the import waits for them. To do without them, stop this command, disable them in the panel (Settings → Webhooks), and run it again.',
        );
      }
      return !signal.aborted;
    });
};
