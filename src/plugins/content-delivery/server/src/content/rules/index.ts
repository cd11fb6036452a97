import { lockBeforeBulkChanges } from './bulk-locks';
import { watchClones } from './clones';
import { accountRule } from './account';
import { authorRule } from './author';
import { internalLinkRule } from './internal-link';
import { postRule } from './post';
import { enforce } from './enforce';
import type { ContentRule, RuleServices } from './rule';
import { termRule } from './term';
import { websiteRule } from './website';
import { writeAgain } from './write-again';
import { UIDS } from '../../platform/uids';

/**
 * Puts the rules of the content model in front of every write.
 * @param others of content types from other wings
 */
export const registerRules = (services: RuleServices, others: readonly ContentRule[]): void => {
  writeAgain(services.strapi);
  lockBeforeBulkChanges(services.strapi);
  watchClones(services.strapi);
  enforce(services.strapi, [
    accountRule(services),
    websiteRule(services),
    termRule(services, UIDS.category),
    termRule(services, UIDS.tag),
    authorRule(services),
    postRule(services),
    internalLinkRule(services),
    ...others,
  ]);
};
