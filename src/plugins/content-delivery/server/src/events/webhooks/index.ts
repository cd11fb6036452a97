/**
 * Webhooks of a website: addresses that are told what its change log has. Events are made from the log and kept in an outbox until
 * they have arrived; each instance looks for what is to be made and sent, and the database says who does it.
 */
import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { onLogged } from '../../freshness/changes/log';
import { createPoller, type Poller } from '../../jobs/poller';
import { createEncryption } from '../../platform/encryption';
import { allowedBy } from './allowed';
import { createWebhookCounters } from './counters';
import { createDelivery } from './deliver';
import { createProducer } from './produce';
import { purgeWebhookLog, type WebhookLogConfig } from './purge';
import { enforceWebhooks } from './rule';
import { createWebhookStore } from './store';

export { WEBHOOK_ATTEMPT_MODEL, WEBHOOK_EVENT_MODEL } from './model';
export type { WebhookCounters } from './counters';

export interface WebhooksConfig extends WebhookLogConfig {
  /** Addresses and ranges of private networks that webhooks may be in. */
  allowedNetworks: string[];
}

/** Milliseconds between two looks: for what other instances have written, what was kept back, and what is to be tried again. */
const POLL_INTERVAL = 1_000;

export const createWebhooks = (strapi: Core.Strapi, config: WebhooksConfig) => {
  const encryption = createEncryption(strapi);
  const isAllowed = allowedBy(config.allowedNetworks);
  const counters = createWebhookCounters();
  let isAsked = false;
  // Not in the caller's context: inside its transaction the work would end with it.
  const wake = AsyncResource.bind(() => {
    isAsked = true;
    void poller.wake();
  });
  const produce = createProducer(strapi);
  const delivery = createDelivery(strapi, { encryption, counters, isAllowed, wake });

  const poller = createPoller(strapi.log, POLL_INTERVAL, async (isOn) => {
    do {
      isAsked = false;
      await produce(isOn);
      await delivery.begin(isOn);
      // Who asked meanwhile was not heard.
    } while (isAsked && isOn());
  });

  const runner: Poller = {
    ...poller,
    async stop() {
      await poller.stop();
      await delivery.stop();
    },
    async drain() {
      isAsked = true;
      while (isAsked) {
        // A round that was under way may have looked already.
        while (isAsked) await poller.drain();
        // What has ended asks for another look.
        await delivery.idle();
      }
    },
  };

  return {
    store: createWebhookStore(strapi, encryption),
    counters,
    runner,
    wake,

    /** What is checked and noted with every write of a webhook, and when the log has something new. */
    watch(): void {
      enforceWebhooks(strapi, { encryption, isAllowed });
      onLogged(strapi, () => setImmediate(wake));
    },

    /** Deletes what has been kept for long enough; events are made of the log first, which is trimmed next. */
    async purge(isOn: () => boolean): Promise<void> {
      await produce(isOn);
      await purgeWebhookLog(strapi, config, isOn);
    },
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
