import type { Core } from '@strapi/strapi';
import { checkerOf } from '../../access/editors/checker';
import { UIDS } from '../../platform/uids';
import type { ImportCampaign } from './campaign';

type Right = 'create' | 'update' | 'publish';

/** Holds a signed-in user to what they may do with pages of a campaign, by roles and by listed websites. */
export const mayImport = (
  strapi: Core.Strapi,
  userAbility: unknown,
  campaign: Pick<ImportCampaign, 'id' | 'website'>,
  rights: readonly Right[] = ['create', 'update'],
): boolean => {
  const checker = checkerOf(strapi, userAbility, UIDS.pseoPage);
  const page = { campaign: { id: campaign.id, website: { id: campaign.website.id } } };
  return rights.every((right) => !checker.cannot[right](page));
};
