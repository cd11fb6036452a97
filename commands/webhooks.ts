import type { Core } from '@strapi/strapi';
import { webhooksOf } from '../src/plugins/content-delivery/server/src/platform/webhook-queue';

/** Waits until all webhooks are called, also those of what was just stored: they would be lost with the end of the process. */
export const webhooksCalled = async (strapi: Core.Strapi): Promise<void> => {
  const webhooks = webhooksOf(strapi);
  const count = await webhooks.count();
  if (count === 0) return;
  console.error(`Calling ${count.toLocaleString('en')} ${count === 1 ? 'webhook' : 'webhooks'} …`);
  await webhooks.allCalled();
};

/** Lets work be no faster than webhooks are called. */
export const createWebhookPace = (strapi: Core.Strapi, signal: AbortSignal) => {
  let isSaid = false;
  return (): Promise<void> =>
    webhooksOf(strapi).room(() => {
      if (!isSaid && !signal.aborted) {
        isSaid = true;
        console.error(
          'Webhooks answer slowly, and content comes in at their pace. To do without them, end this, turn them off in the panel (Settings → Webhooks), and run it again.',
        );
      }
      return !signal.aborted;
    });
};
