import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the page "Bin" is, within the admin panel and without a slash in front. */
export const BIN_ROUTE = `plugins/${PLUGIN_ID}/bin`;
