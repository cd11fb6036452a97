import type { Core } from '@strapi/strapi';

/** A text from the environment; the usual one for a variable that is not set or empty, as in a copy of .env.example. */
export const textIn = (env: Core.Config.Shared.ConfigParams['env'], name: string, usual: string): string =>
  env(name, '').trim() || usual;
