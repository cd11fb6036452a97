/** The content types that the plugin knows, under their fixed names. */
export const UIDS = {
  account: 'api::account.account',
  website: 'api::website.website',
  category: 'api::category.category',
  tag: 'api::tag.tag',
  author: 'api::author.author',
  post: 'api::post.post',
  internalLink: 'api::internal-link.internal-link',
  pseoCampaign: 'api::pseo-campaign.pseo-campaign',
  pseoPage: 'api::pseo-page.pseo-page',
  apiKey: 'plugin::content-delivery.api-key',
  drip: 'plugin::content-delivery.drip',
  fileWebsite: 'plugin::content-delivery.file-website',
  pageImport: 'plugin::content-delivery.import',
  importFinding: 'plugin::content-delivery.import-finding',
  importRow: 'plugin::content-delivery.import-row',
  job: 'plugin::content-delivery.job',
  movedEntry: 'plugin::content-delivery.moved-entry',
  preview: 'plugin::content-delivery.preview',
  purgeTarget: 'plugin::content-delivery.purge-target',
  queuedPage: 'plugin::content-delivery.queued-page',
  revision: 'plugin::content-delivery.revision',
  unsavedWork: 'plugin::content-delivery.unsaved-work',
  webhook: 'plugin::content-delivery.webhook',
  pseoLinkComponent: 'pseo.internal-link',
} as const;

/** Of Strapi: files of the media library and their folders, users of the panel, their roles, and what these may do. */
export const FILE_UID = 'plugin::upload.file';
export const FOLDER_UID = 'plugin::upload.folder';
export const USER_UID = 'admin::user';
export const ROLE_UID = 'admin::role';
export const PERMISSION_UID = 'admin::permission';

export type ContentUid = (typeof UIDS)[keyof typeof UIDS];

/** The content types that editors work on. */
export const CONTENT_UIDS = [
  UIDS.account,
  UIDS.website,
  UIDS.category,
  UIDS.tag,
  UIDS.author,
  UIDS.post,
  UIDS.internalLink,
  UIDS.pseoCampaign,
  UIDS.pseoPage,
] as const;
