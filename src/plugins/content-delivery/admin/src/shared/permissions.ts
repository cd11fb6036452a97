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

const USE_KEYS = [
  ...permission(`plugin::${PLUGIN_ID}.api-key.reveal`),
  ...permission(`plugin::${PLUGIN_ID}.api-key.rotate`),
];
const ADD_WEBSITE = permission(CREATE, WEBSITE);
/** Who may see the page "Calendar": everybody who may see posts in the content manager. */
export const READ_POSTS = permission(READ, POST);
const WRITE_POST = permission(CREATE, POST);

/** What the signed-in user may do with API keys. The server checks it too; this decides what is offered. */
export const useKeyPermissions = () => {
  const { isLoading, allowedActions: may } = useRBAC(USE_KEYS);
  return {
    isLoading,
    mayReveal: Boolean(may['canReveal']),
    mayRotate: Boolean(may['canRotate']),
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
export const USE_PSEO = [PAGE_PERMISSIONS.list, IMPORT_PAGES_PERMISSION, PAGE_PERMISSIONS.drip].flatMap(
  (action) => permission(action),
);

/** Strapi tells them apart by the last part of the action alone. */
const WORK_ON_PAGES = [
  ...USE_PSEO,
  ...permission(PAGE_PERMISSIONS.change),
  ...permission('plugin::content-manager.explorer.update', PAGE),
  ...permission('plugin::content-manager.explorer.publish', PAGE),
  ...permission(CREATE, CAMPAIGN),
];

/** What the signed-in user may do with many pages at once. The server checks it too. */
export const usePagePermissions = () => {
  const { isLoading, allowedActions: may } = useRBAC(WORK_ON_PAGES);
  return {
    isLoading,
    mayList: Boolean(may['canList']),
    mayChange: Boolean(may['canChange']),
    /** To regenerate slugs. */
    mayRename: Boolean(may['canChange'] && may['canUpdate']),
    mayDrip: Boolean(may['canManage']),
    mayImport: Boolean(may['canImport']),
    mayPublish: Boolean(may['canPublish']),
    mayAddCampaign: Boolean(may['canCreate']),
  };
};
