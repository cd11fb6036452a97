import { useRBAC } from '@strapi/strapi/admin';
import { SEE_ACTIVITY_PERMISSION } from '../../../contracts/activity';
import { EXPORT_WEBSITE_PERMISSION } from '../../../contracts/exports';
import { OPEN_BIN_PERMISSION } from '../../../contracts/bin';
import { SEE_LINKS_PERMISSION } from '../../../contracts/links';
import { IMPORT_PAGES_PERMISSION } from '../../../contracts/pseo-imports';
import { PAGE_PERMISSIONS } from '../../../contracts/pseo-pages';
import { REPLACE_PERMISSION } from '../../../contracts/replacements';
import { MANAGE_PURGE_TARGETS_PERMISSION } from '../../../contracts/purge-targets';
import { MANAGE_WEBHOOKS_PERMISSION } from '../../../contracts/webhooks';
import { PLUGIN_ID } from './plugin-id';
import { CAMPAIGN, PAGE, POST, WEBSITE } from './uids';

const READ = 'plugin::content-manager.explorer.read';
const CREATE = 'plugin::content-manager.explorer.create';

const permission = (action: string, subject: string | null = null) => [{ action, subject }];

/** Whether the signed-in user has a permission, by what Strapi calls it. */
const useMay = (permissions: ReturnType<typeof permission>, name: string): boolean =>
  Boolean(useRBAC(permissions).allowedActions[name]);

/** Who may see the page "Websites": everybody who may see websites in the content manager. */
export const READ_WEBSITES = permission(READ, WEBSITE);

const REVEAL = permission(`plugin::${PLUGIN_ID}.api-key.reveal`);
const ROTATE = permission(`plugin::${PLUGIN_ID}.api-key.rotate`);
const ADD_WEBSITE = permission(CREATE, WEBSITE);
/** Who may see the page "Calendar": everybody who may see posts in the content manager. */
export const READ_POSTS = permission(READ, POST);
const WRITE_POST = permission(CREATE, POST);

/** What the signed-in user may do with API keys. The server checks it too; this decides what is offered. */
export const useKeyPermissions = () => {
  const reveal = useRBAC(REVEAL);
  const rotate = useRBAC(ROTATE);
  return {
    isLoading: reveal.isLoading || rotate.isLoading,
    mayReveal: Boolean(reveal.allowedActions['canReveal']),
    mayRotate: Boolean(rotate.allowedActions['canRotate']),
  };
};

/** What the signed-in user may do from the page "Websites". */
export const useContentPermissions = () => {
  const website = useRBAC(ADD_WEBSITE);
  const posts = useRBAC(READ_POSTS);
  const post = useRBAC(WRITE_POST);
  return {
    isLoading: website.isLoading || posts.isLoading || post.isLoading,
    mayAddWebsite: Boolean(website.allowedActions['canCreate']),
    mayReadPosts: Boolean(posts.allowedActions['canRead']),
    mayWritePost: Boolean(post.allowedActions['canCreate']),
  };
};

const LIST_PAGES = permission(PAGE_PERMISSIONS.list);
const CHANGE_PAGES = permission(PAGE_PERMISSIONS.change);
const MANAGE_DRIPS = permission(PAGE_PERMISSIONS.drip);
const IMPORT_PAGES = permission(IMPORT_PAGES_PERMISSION);
const UPDATE_PAGES = permission('plugin::content-manager.explorer.update', PAGE);
const PUBLISH_PAGES = permission('plugin::content-manager.explorer.publish', PAGE);
const ADD_CAMPAIGN = permission(CREATE, CAMPAIGN);

/** Who may see the page "Search and replace". */
export const REPLACE_POSTS = permission(REPLACE_PERMISSION);

const PUBLISH_POSTS = permission('plugin::content-manager.explorer.publish', POST);

/** Whether the signed-in user may change what is live of posts. The server checks it too. */
export const useMayPublishPosts = (): boolean => useMay(PUBLISH_POSTS, 'canPublish');

/** Who may see the webhooks of websites. */
export const MANAGE_WEBHOOKS = permission(MANAGE_WEBHOOKS_PERMISSION);

export const useMayManageWebhooks = (): boolean => useMay(MANAGE_WEBHOOKS, 'canManage');

/** Who may see the caches in front of websites. */
export const MANAGE_PURGE_TARGETS = permission(MANAGE_PURGE_TARGETS_PERMISSION);

export const useMayManageCaches = (): boolean => useMay(MANAGE_PURGE_TARGETS, 'canManage');

/** Who may take websites out of the system. */
export const EXPORT_WEBSITE = permission(EXPORT_WEBSITE_PERMISSION);

export const useMayExport = (): boolean => useMay(EXPORT_WEBSITE, 'canExport');

/** Who may see the page "Links". */
export const SEE_LINKS = permission(SEE_LINKS_PERMISSION);

/** Who may see the page "Bin". */
export const OPEN_BIN = permission(OPEN_BIN_PERMISSION);

/** Who may see the page "Activity". */
export const SEE_ACTIVITY = permission(SEE_ACTIVITY_PERMISSION);

/** Who may see the section "pSEO pages": everybody who may do some of its work. */
export const USE_PSEO = [...LIST_PAGES, ...IMPORT_PAGES, ...MANAGE_DRIPS];

/** What the signed-in user may do with many pages at once. The server checks it too. */
export const usePagePermissions = () => {
  const list = useRBAC(LIST_PAGES);
  const change = useRBAC(CHANGE_PAGES);
  const drip = useRBAC(MANAGE_DRIPS);
  const pages = useRBAC(IMPORT_PAGES);
  const campaign = useRBAC(ADD_CAMPAIGN);
  const update = useRBAC(UPDATE_PAGES);
  const publish = useRBAC(PUBLISH_PAGES);
  return {
    isLoading: [list, change, drip, pages, campaign, update, publish].some(({ isLoading }) => isLoading),
    mayList: Boolean(list.allowedActions['canList']),
    mayChange: Boolean(change.allowedActions['canChange']),
    /** To regenerate slugs. */
    mayRename: Boolean(change.allowedActions['canChange'] && update.allowedActions['canUpdate']),
    mayDrip: Boolean(drip.allowedActions['canManage']),
    mayImport: Boolean(pages.allowedActions['canImport']),
    mayPublish: Boolean(publish.allowedActions['canPublish']),
    mayAddCampaign: Boolean(campaign.allowedActions['canCreate']),
  };
};
