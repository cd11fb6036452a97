import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { quiet } from './quiet';

/** Calls that may wait; each holds an entry with all that belongs to it. */
const MOST_WAITING = 300;
/** Milliseconds between two looks. */
const LOOK_EVERY = 20;

/** Strapi keeps what is still to be called in memory, and calls five at a time. */
const queueOf = (strapi: Core.Strapi) => {
  const { queue } = strapi.get('webhookRunner') as {
    queue: { running: number; queue: readonly unknown[] };
  };
  return {
    /** Those under way as well. */
    left: (): number => queue.running + queue.queue.length,
    waiting: (): number => queue.queue.length,
  };
};

/** Waits until all webhooks are called, also those of what was just stored: they would be lost with the end of the process. */
export const webhooksCalled = async (strapi: Core.Strapi): Promise<void> => {
  await quiet(strapi);
  const { left } = queueOf(strapi);
  const count = left();
  if (count === 0) return;
  console.error(`Calling ${count.toLocaleString('en')} ${count === 1 ? 'webhook' : 'webhooks'} …`);
  while (left() > 0) await sleep(LOOK_EVERY);
};

/** Lets work be no faster than webhooks are called: what waits for them is in memory. */
export const createWebhookPace = (strapi: Core.Strapi, signal: AbortSignal) => {
  let isSaid = false;
  return async (): Promise<void> => {
    const { waiting } = queueOf(strapi);
    while (waiting() > MOST_WAITING && !signal.aborted) {
      if (!isSaid) {
        isSaid = true;
        console.error(
          'Webhooks answer slowly, and content comes in at their pace. To do without them, end this, turn them off in the panel (Settings → Webhooks), and run it again.',
        );
      }
      await sleep(LOOK_EVERY);
    }
  };
};
