import { withQuery } from '../shared/api/queries';
import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the section "pSEO pages" is, within the admin panel and without a slash in front. */
export const PSEO_ROUTE = `plugins/${PLUGIN_ID}/pseo`;

export const PSEO_PATH = `/${PSEO_ROUTE}`;

export const pagesPath = (filter: { website?: string | undefined; campaign?: string }): string =>
  withQuery(`${PSEO_PATH}/pages`, filter);

/** Where a file is chosen; with the campaign chosen already. */
export const importsPath = (campaign?: string): string => withQuery(`${PSEO_PATH}/imports`, { campaign });

export const importPath = (documentId: string): string =>
  `${PSEO_PATH}/imports/${encodeURIComponent(documentId)}`;

export const dripPath = (campaign: string): string => `${PSEO_PATH}/drips/${encodeURIComponent(campaign)}`;
