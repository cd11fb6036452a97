/** The content types that the panel links to. */
export const WEBSITE = 'api::website.website';
export const POST = 'api::post.post';
export const CAMPAIGN = 'api::pseo-campaign.pseo-campaign';
export const PAGE = 'api::pseo-page.pseo-page';
export const ACCOUNT = 'api::account.account';
export const CATEGORY = 'api::category.category';
export const TAG = 'api::tag.tag';
export const AUTHOR = 'api::author.author';
export const INTERNAL_LINK = 'api::internal-link.internal-link';
