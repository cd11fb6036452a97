/**
 * Caches in front of a website that keep answers by themselves, and are purged of those that are old. The tags follow from the change
 * log, and wait until they were purged twice: at once, and again for answers that were on their way meanwhile.
 */
import type { Core } from '@strapi/strapi';
import { createEncryption } from '../../platform/encryption';
import { allowedBy } from '../allowed';
import { createEventRunner } from '../runner';
import { prunePurges } from './prune';
import { createPurgeCounters } from './counters';
import { createPurgeSenders } from './deliver';
import { createPurgeProducer } from './produce';
import { enforcePurgeTargets } from './rule';
import { createPurgeStore } from './store';

export { PURGE_ATTEMPT_MODEL, PURGE_MODEL } from './model';
export type { PurgeCounters } from './counters';

export interface PurgesConfig {
  /** Addresses and ranges of private networks that caches may be in. */
  allowedNetworks: string[];
}

/** @param tagHeader the header in which answers carry their tags; empty for none */
export const createPurges = (strapi: Core.Strapi, config: PurgesConfig, tagHeader: string) => {
  const encryption = createEncryption(strapi);
  const isAllowed = allowedBy(config.allowedNetworks);
  const counters = createPurgeCounters();

  return {
    store: createPurgeStore(strapi),
    counters,
    ...createEventRunner(strapi, {
      produce: createPurgeProducer(strapi),
      sendersOf: (wake) => createPurgeSenders(strapi, { encryption, counters, isAllowed, wake }),
      enforce: () => enforcePurgeTargets(strapi, { encryption, isAllowed, tagHeader }),
      prune: (shouldContinue) => prunePurges(strapi, shouldContinue),
    }),
  };
};

export type Purges = ReturnType<typeof createPurges>;
