import { PAGE_PERMISSIONS } from '../../../contracts/pseo-pages';

/** To read the API key of a website in the clear. Its own permission in the roles screen. */
export const REVEAL_API_KEY = 'plugin::content-delivery.api-key.reveal';

/** To give a website a new API key, and to end the old one. Its own permission in the roles screen. */
export const ROTATE_API_KEY = 'plugin::content-delivery.api-key.rotate';

/** To see the figures of the cache. */
export const READ_CACHE_FIGURES = 'plugin::content-delivery.cache.read';

/** What Strapi's own permissions on entries begin with, which are given for each content type. */
export const EXPLORER = 'plugin::content-manager.explorer.';

/** To read entries of a content type. */
export const READ_ENTRIES = `${EXPLORER}read`;

/** Strapi's own: to open the media library. */
export const OPEN_MEDIA_LIBRARY = 'plugin::upload.read';
/** To see the list of pSEO pages; to change many of them at once; to plan drips. */
export const { list: LIST_PAGES, change: CHANGE_PAGES, drip: MANAGE_DRIPS } = PAGE_PERMISSIONS;

/** To open the bin; what is in it for whom, is decided by the rights on the types. */
export { OPEN_BIN_PERMISSION as OPEN_BIN } from '../../../contracts/bin';

/** To see what happened; which lines, is decided by the rights on what they are about. */
export { SEE_ACTIVITY_PERMISSION as SEE_ACTIVITY } from '../../../contracts/activity';

/** To see what is wrong with links; of which entries, is decided by the rights on them. */
export { SEE_LINKS_PERMISSION as SEE_LINKS } from '../../../contracts/links';

/** To search and replace over posts; which ones, is decided by the rights on posts. */
export { REPLACE_PERMISSION as REPLACE_POSTS } from '../../../contracts/replacements';

/** To see and change the webhooks of websites that the user may see. */
export { MANAGE_WEBHOOKS_PERMISSION as MANAGE_WEBHOOKS } from '../../../contracts/webhooks';

/** To see and change the purge targets of websites that the user may see. */
export { MANAGE_PURGE_TARGETS_PERMISSION as MANAGE_PURGE_TARGETS } from '../../../contracts/purge-targets';

/** To take a website with all of its content out of the system. */
export { EXPORT_WEBSITE_PERMISSION as EXPORT_WEBSITE } from '../../../contracts/exports';

/** To make and change pSEO pages from a file. */
export { IMPORT_PAGES_PERMISSION as IMPORT_PAGES } from '../../../contracts/pseo-imports';
