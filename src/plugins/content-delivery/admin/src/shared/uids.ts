/** The content types that the panel links to. */
export const WEBSITE = 'api::website.website';
export const POST = 'api::post.post';
export const CAMPAIGN = 'api::pseo-campaign.pseo-campaign';
export const PAGE = 'api::pseo-page.pseo-page';
