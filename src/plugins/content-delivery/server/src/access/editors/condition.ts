import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import { READ_ENTRIES } from '../permissions';
import { createListedWebsites, type ListedWebsites } from './listed-websites';

/** The condition's id, as permissions name it. */
export const LISTED_WEBSITES = 'plugin::content-delivery.listed-websites';

type Query = Record<string, { $in: number[] }>;

/** What a permission on each content type is narrowed to. Another type has no website, so nothing is narrowed. */
const narrowed: Record<string, (listed: ListedWebsites, reads: boolean) => Query> = {
  // Nor may a website be taken to another account, whose links it would then show.
  [UIDS.website]: ({ websites, accounts }, reads) => ({
    id: { $in: websites },
    ...(reads ? {} : { 'account.id': { $in: accounts } }),
  }),
  [UIDS.category]: ({ websites }) => ({ 'website.id': { $in: websites } }),
  [UIDS.tag]: ({ websites }) => ({ 'website.id': { $in: websites } }),
  [UIDS.author]: ({ websites }) => ({ 'website.id': { $in: websites } }),
  [UIDS.post]: ({ websites }) => ({ 'website.id': { $in: websites } }),
  [UIDS.pseoCampaign]: ({ websites }) => ({ 'website.id': { $in: websites } }),
  [UIDS.pseoPage]: ({ websites }) => ({ 'campaign.website.id': { $in: websites } }),
  // Links work on every website of their account: who is not listed on all of them reads only.
  [UIDS.internalLink]: ({ accounts, wholeAccounts }, reads) => ({
    'account.id': { $in: reads ? accounts : wholeAccounts },
  }),
  [UIDS.account]: ({ accounts, wholeAccounts }, reads) => ({
    id: { $in: reads ? accounts : wholeAccounts },
  }),
};

interface HandlerInput {
  id: number;
  permission: { action: string; subject: string | null };
}

/** The condition that restricts a role's permissions to the websites that each user is listed on. */
export const registerCondition = async (strapi: Core.Strapi): Promise<void> => {
  const listedWebsitesOf = createListedWebsites(strapi);
  await strapi.service('admin::permission').conditionProvider.register({
    displayName: 'Only websites that list the user as an editor',
    name: 'listed-websites',
    plugin: 'content-delivery',
    category: 'Websites',
    async handler({ id, permission }: HandlerInput): Promise<Query | true> {
      const narrow = narrowed[permission.subject ?? ''];
      return narrow ? narrow(await listedWebsitesOf(id), permission.action === READ_ENTRIES) : true;
    },
  });
};
