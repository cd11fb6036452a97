import type { Core } from '@strapi/strapi';

/** What TRUSTED_PROXIES lists: addresses and ranges, separated by commas or spaces. */
export const trustedProxiesIn = (env: Core.Config.Shared.ConfigParams['env']): string[] =>
  env('TRUSTED_PROXIES', '')
    .split(/[\s,]+/)
    .filter(Boolean);
