import type { Core } from '@strapi/strapi';

type Environment = Core.Config.Shared.ConfigParams['env'];

/** What a variable lists: addresses and ranges, separated by commas or spaces. */
export const networksIn = (env: Environment, variable: string): string[] =>
  env(variable, '')
    .split(/[\s,]+/)
    .filter(Boolean);

/** What TRUSTED_PROXIES lists. */
export const trustedProxiesIn = (env: Environment): string[] => networksIn(env, 'TRUSTED_PROXIES');
