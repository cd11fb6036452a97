import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { waitForIdlePool } from './idle-pool';

/** Calls that may wait; each holds an entry with all that belongs to it. */
const MAX_WAITING = 300;
/** Milliseconds between two looks at the calls. */
const LOOK_EVERY = 20;
/** Milliseconds after which a job that waits looks whether it is to end. */
const SAVE_EVERY = 1_000;

/** The queue of Strapi's own webhooks: it keeps what is still to be called in memory, and calls five at a time. */
export const webhookQueueOf = (strapi: Core.Strapi) => {
  const { queue } = strapi.get('webhookRunner') as {
    queue: { running: number; queue: readonly unknown[] };
  };
  const left = (): number => queue.running + queue.queue.length;

  return {
    /** How many calls are to be made or under way; first waits for those of what was just stored. */
    async count(shouldContinue?: () => boolean): Promise<number> {
      await waitForIdlePool(strapi, shouldContinue);
      return left();
    },

    /** Waits until all calls are made. @returns how many are not, as it was not to go on */
    async drain(shouldContinue = () => true): Promise<number> {
      while (left() > 0 && shouldContinue()) await sleep(LOOK_EVERY);
      return left();
    },

    /**
     * Lets work be no faster than webhooks are called: what waits for them is in memory. To be awaited between steps,
     * outside of transactions.
     * @param shouldContinue asked again and again while many wait
     */
    async waitForCapacity(shouldContinue: () => boolean | Promise<boolean>): Promise<void> {
      while (queue.queue.length > MAX_WAITING && (await shouldContinue())) await sleep(LOOK_EVERY);
    },
  };
};

export type WebhookQueue = ReturnType<typeof webhookQueueOf>;

/**
 * The same for a job.
 * @returns a function that is awaited between steps, and throws JobStopped when the job is to end meanwhile
 */
export const createWebhookBackpressure = (
  strapi: Core.Strapi,
  job: { save(progress: object): Promise<void> },
) => {
  let isSaid = false;
  return async (): Promise<void> => {
    let saved = performance.now();
    await webhookQueueOf(strapi).waitForCapacity(async () => {
      if (!isSaid) {
        isSaid = true;
        strapi.log.warn(
          'Webhooks answer slowly, so a job waits for them. If one cannot take so many calls, disable it in the panel (Settings → Webhooks).',
        );
      }
      if (performance.now() - saved < SAVE_EVERY) return true;
      await job.save({});
      saved = performance.now();
      return true;
    });
  };
};
