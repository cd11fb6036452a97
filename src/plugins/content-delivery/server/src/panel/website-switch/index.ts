import type { Core } from '@strapi/strapi';
import { narrowFileRoutes } from './files';
import { narrowLists } from './lists';

export { narrowFileLists } from './files';

/** Has Strapi's own lists follow the switcher. It opens nothing: what a user may see is narrowed further. Called while plugins register. */
export const followWebsiteSwitch = (strapi: Core.Strapi): void => {
  narrowLists(strapi);
  narrowFileRoutes(strapi);
};
