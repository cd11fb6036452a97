/**
 * Webhooks of a website: addresses that get what its change log has. Events are made from the log and kept in an outbox until
 * they have arrived; each instance looks for what is to be made and sent, and the database says who does it.
 */
import type { Core } from '@strapi/strapi';
import { onLogged } from '../../freshness/changes/log';
import { createEncryption } from '../../platform/encryption';
import { allowedBy } from '../allowed';
import { createEventRunner } from '../runner';
import { createWebhookCounters } from './counters';
import { createDelivery } from './deliver';
import { createProducer } from './produce';
import { pruneWebhookLog, type WebhookLogConfig } from './prune';
import { enforceWebhooks } from './rule';
import { createWebhookStore } from './store';

export { WEBHOOK_ATTEMPT_MODEL, WEBHOOK_EVENT_MODEL } from './model';
export type { WebhookCounters } from './counters';

export interface WebhooksConfig extends WebhookLogConfig {
  /** Addresses and ranges of private networks that webhooks may be in. */
  allowedNetworks: string[];
}

export const createWebhooks = (strapi: Core.Strapi, config: WebhooksConfig) => {
  const encryption = createEncryption(strapi);
  const isAllowed = allowedBy(config.allowedNetworks);
  const counters = createWebhookCounters();
  const { runner, wake, produce } = createEventRunner(strapi, (wake) => ({
    produce: createProducer(strapi),
    delivery: createDelivery(strapi, { encryption, counters, isAllowed, wake }),
  }));

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
    async prune(shouldContinue: () => boolean): Promise<void> {
      await produce(shouldContinue);
      await pruneWebhookLog(strapi, config, shouldContinue);
    },
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
