import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the page "Calendar" is, within the admin panel and without a slash in front. */
export const CALENDAR_ROUTE = `plugins/${PLUGIN_ID}/calendar`;
