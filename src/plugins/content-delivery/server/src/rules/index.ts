import type { Core } from '@strapi/strapi';
import type { KeyStore } from '../website-key/store';
import type { Templates } from '../pseo/templates';
import { queueBulkChanges } from './bulk';
import { watchClones } from './clones';
import { explainOvertaken } from './overtaken';
import { accountRule } from './account';
import { internalLinkRule } from './internal-link';
import { postRule } from './post';
import { pseoCampaignRule } from './pseo-campaign';
import { pseoPageRule } from './pseo-page';
import { enforce } from './enforce';
import { termRule } from './term';
import { websiteRule } from './website';
import { UIDS } from '../uids';

export interface RuleServices {
  strapi: Core.Strapi;
  keys: KeyStore;
  templates: Templates;
}

/** Puts the rules of the content model in front of every write. */
export const registerRules = (services: RuleServices): void => {
  explainOvertaken(services.strapi);
  queueBulkChanges(services.strapi);
  watchClones(services.strapi);
  enforce(services.strapi, [
    accountRule(services),
    websiteRule(services),
    termRule(services, UIDS.category),
    termRule(services, UIDS.tag),
    postRule(services),
    internalLinkRule(services),
    pseoCampaignRule(services),
    pseoPageRule(services),
  ]);
};
