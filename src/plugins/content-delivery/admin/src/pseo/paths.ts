import { PLUGIN_ID } from '../shared/plugin-id';

/** Where the section "pSEO pages" is, within the admin panel and without a slash in front. */
export const PSEO_ROUTE = `plugins/${PLUGIN_ID}/pseo`;

export const PSEO_PATH = `/${PSEO_ROUTE}`;

const withParameters = (path: string, parameters: Record<string, string | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
};

export interface PagesAddress {
  website?: string | undefined;
  campaign?: string | undefined;
  state?: string | undefined;
}

export const pagesPath = ({ website, campaign, state }: PagesAddress): string =>
  withParameters(`${PSEO_PATH}/pages`, { website, campaign, state });

/** Where a file is chosen; with the campaign chosen already. */
export const importsPath = (campaign?: string): string =>
  withParameters(`${PSEO_PATH}/imports`, { campaign });

export const importPath = (documentId: string): string =>
  `${PSEO_PATH}/imports/${encodeURIComponent(documentId)}`;

export const dripPath = (campaign: string): string => `${PSEO_PATH}/drips/${encodeURIComponent(campaign)}`;
