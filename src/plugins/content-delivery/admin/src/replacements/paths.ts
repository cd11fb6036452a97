import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the page "Search and replace" is, within the admin panel and without a slash in front. */
export const REPLACEMENTS_ROUTE = `plugins/${PLUGIN_ID}/search-and-replace`;

/** The plugin's routes about it. */
export const REPLACEMENTS = `/${PLUGIN_ID}/replacements`;
