import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the page "Links" is, within the admin panel and without a slash in front. */
export const LINKS_ROUTE = `plugins/${PLUGIN_ID}/links`;

/** The plugin's routes about it. */
export const LINK_CHECKS = `/${PLUGIN_ID}/link-checks`;
