/**
 * Webhooks of a website: addresses that get what its change log has. Events are made from the log and kept in an outbox until
 * they have arrived; each instance looks for what is to be made and sent, and the database says who does it.
 */
import type { Core } from '@strapi/strapi';
import { createEncryption } from '../../platform/encryption';
import { allowedBy } from '../allowed';
import { createEventRunner } from '../runner';
import { createWebhookCounters } from './counters';
import { createWebhookSenders } from './deliver';
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

  return {
    store: createWebhookStore(strapi, encryption),
    counters,
    ...createEventRunner(strapi, {
      produce: createProducer(strapi),
      sendersOf: (wake) => createWebhookSenders(strapi, { encryption, counters, isAllowed, wake }),
      enforce: () => enforceWebhooks(strapi, { encryption, isAllowed }),
      prune: (shouldContinue) => pruneWebhookLog(strapi, config, shouldContinue),
    }),
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
