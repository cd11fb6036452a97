import { PLUGIN_ID } from './plugin-id';

/** Where the page "Websites" is, within the admin panel and without a slash in front. */
export const WEBSITES_ROUTE = `plugins/${PLUGIN_ID}/websites`;

export const WEBSITES_PATH = `/${WEBSITES_ROUTE}`;

/** How a front end is connected to a website. */
export const connectPath = (documentId: string): string =>
  `${WEBSITES_PATH}/${encodeURIComponent(documentId)}`;

/** The webhooks of a website. */
export const webhooksPath = (documentId: string): string => `${connectPath(documentId)}/webhooks`;

/** A website on its way out. */
export const exportPath = (documentId: string): string => `${connectPath(documentId)}/export`;

/** What the latest import said of a website. */
export const importReportPath = (documentId: string): string => `${connectPath(documentId)}/import-report`;

/** The caches in front of a website. */
export const cachesPath = (documentId: string): string => `${connectPath(documentId)}/caches`;
