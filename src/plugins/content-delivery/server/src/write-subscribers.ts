import type { Core } from '@strapi/strapi';
import type { KeyStore } from './content/api-keys/store';
import { refuseOverwriting } from './content/edit-conflicts';
import { registerRules } from './content/rules';
import { watchWrites } from './freshness/watch';
import { pseoCampaignRule } from './pseo/campaigns/rule';
import { createCampaignPages } from './pseo/pages/of-campaign';
import { pseoPageRule } from './pseo/pages/rule';
import type { Templates } from './pseo/templates/templates';

interface Parts {
  strapi: Core.Strapi;
  keys: KeyStore;
  templates: Templates;
}

/**
 * What is called with every write of content, in this order: each relies on those before it. Writers take the lock of their
 * website or account first; then what is stored cannot change while it is compared with what the form was opened with; and the
 * rules look at a state that nobody else changes.
 */
export const WRITE_SUBSCRIBERS = {
  lock: ({ strapi }: Parts) => watchWrites(strapi),
  editConflicts: ({ strapi }: Parts) => refuseOverwriting(strapi),
  rules: ({ strapi, keys, templates }: Parts) =>
    registerRules({ strapi, keys }, [
      pseoCampaignRule({ strapi, templates, campaignPages: createCampaignPages(strapi) }),
      pseoPageRule({ strapi, templates }),
    ]),
};

export const subscribeToWrites = (parts: Parts): void => {
  for (const subscribe of Object.values(WRITE_SUBSCRIBERS)) subscribe(parts);
};
