/**
 * What the plugin's admin route `/content-delivery/websites/:documentId/export` takes.
 *
 * This file imports nothing, so that server, admin panel, commands and tests can all use it.
 */

/** To take a website with all of its content out of the system. */
export const EXPORT_WEBSITE_PERMISSION = 'plugin::content-delivery.website.export';

/** `json` has everything and can be brought in again; the others are for other systems. */
export const EXPORT_FORMATS = ['json', 'markdown', 'wordpress'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const isExportFormat = (value: unknown): value is ExportFormat =>
  (EXPORT_FORMATS as readonly unknown[]).includes(value);
