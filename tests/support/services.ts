import type { Core } from '@strapi/strapi';
import type { Services } from '../../src/plugins/content-delivery/server/src/services';

/**
 * A service of a server that a test has started. What is imported is its type only: the code is there once, outside Jest's
 * sandbox, and would take seconds to load in it again.
 */
export const serviceOf = <Name extends keyof Services>(
  strapi: Core.Strapi,
  name: Name,
): ReturnType<Services[Name]> =>
  strapi.plugin('content-delivery').service(name) as ReturnType<Services[Name]>;
