import type { Core } from '@strapi/strapi';
import type { Purges } from './events/purges';
import type { Webhooks } from './events/webhooks';
import type { KeyStore } from './content/api-keys/store';
import type { Bin } from './content/bin';
import { refuseOverwriting } from './content/edit-conflicts';
import type { Saves } from './content/saves';
import type { EarlierSlugs } from './content/earlier-slugs';
import type { History } from './content/history';
import { registerRules } from './content/rules';
import { recordEntries } from './freshness/activity/follow-entries';
import { recordSettings } from './freshness/activity/watch-settings';
import { watchEntries } from './freshness/changes/watch-entries';
import { watchWrites } from './freshness/watch';
import { pseoCampaignRule } from './pseo/campaigns/rule';
import { tryTemplatesBefore } from './pseo/campaigns/tried-before';
import { createCampaignPages } from './pseo/pages/of-campaign';
import { renderAheadOfWrites } from './pseo/pages/render-ahead';
import { pseoPageRule } from './pseo/pages/rule';
import type { Templates } from './pseo/templates/templates';

interface Parts {
  strapi: Core.Strapi;
  keys: KeyStore;
  templates: Templates;
  history: History;
  bin: Bin;
  saves: Saves;
  earlierSlugs: EarlierSlugs;
  webhooks: Webhooks;
  purges: Purges;
}

/**
 * Registers what reacts to a write of content. Strapi calls subscribers in this order, and each relies on those before it: writers
 * take the lock of their website or account first, so that nobody else changes what the form is compared with, and what the rules
 * check. Activity of entries, versions, the bin and earlier slugs follow what `changes` notes: before something is
 * deleted, and just before the commit (`freshness/changes/collector.ts`).
 */
export const WRITE_SUBSCRIBERS = {
  lock: ({ strapi }: Parts) => watchWrites(strapi),
  changes: ({ strapi }: Parts) => watchEntries(strapi),
  activity: ({ strapi }: Parts) => {
    recordEntries(strapi);
    recordSettings(strapi);
  },
  versions: ({ history }: Parts) => history.keep(),
  deleted: ({ bin }: Parts) => bin.keep(),
  earlierSlugs: ({ earlierSlugs }: Parts) => earlierSlugs.keep(),
  saves: ({ saves }: Parts) => saves.record(),
  editConflicts: ({ strapi, saves }: Parts) => refuseOverwriting(strapi, saves),
  rules: ({ strapi, keys, templates }: Parts) => {
    const campaignPages = createCampaignPages(strapi);
    tryTemplatesBefore(strapi, templates, campaignPages);
    renderAheadOfWrites(strapi, templates);
    registerRules({ strapi, keys }, [
      pseoCampaignRule({ strapi, templates, campaignPages }),
      pseoPageRule({ strapi, templates }),
    ]);
  },
  webhooks: ({ webhooks }: Parts) => webhooks.watch(),
  purges: ({ purges }: Parts) => purges.watch(),
};

export const subscribeToWrites = (parts: Parts): void => {
  for (const subscribe of Object.values(WRITE_SUBSCRIBERS)) subscribe(parts);
};
