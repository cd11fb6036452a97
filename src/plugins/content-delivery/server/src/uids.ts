/** The content types that the plugin knows, under their fixed names. */
export const UIDS = {
  account: 'api::account.account',
  website: 'api::website.website',
  category: 'api::category.category',
  tag: 'api::tag.tag',
  post: 'api::post.post',
  internalLink: 'api::internal-link.internal-link',
  pseoCampaign: 'api::pseo-campaign.pseo-campaign',
  pseoPage: 'api::pseo-page.pseo-page',
  apiKey: 'plugin::content-delivery.api-key',
  revision: 'plugin::content-delivery.revision',
  pseoLinkComponent: 'pseo.internal-link',
} as const;

export type ContentUid = (typeof UIDS)[keyof typeof UIDS];
