import type { Core } from '@strapi/strapi';
import type { PluginConfig } from './config';
import { unknownDirectives } from './delivery/http/cache-control';

/**
 * Says what of the settings works and is unwise.
 * @param configured as it was set; `publicUrl` is empty where it was not
 * @param publicUrl what was made of host and port then
 */
export const warnOfSettings = (
  log: Core.Strapi['log'],
  configured: PluginConfig,
  publicUrl: string,
): void => {
  for (const warning of configured.warnings) log.warn(warning);
  for (const directive of unknownDirectives(configured.cacheControl)) {
    log.warn(
      `DELIVERY_CACHE_CONTROL has "${directive}", which is none of HTTP's directives. Is it what a cache of yours knows, or mistyped?`,
    );
  }
  if (!configured.publicUrl) {
    log.warn(
      `PUBLIC_URL is not set: uploaded images are delivered under ${publicUrl}, and links in mails lead there, where nobody elsewhere gets to.`,
    );
  }
};
