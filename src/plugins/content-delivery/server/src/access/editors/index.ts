import type { Core } from '@strapi/strapi';
import { allowBulkUnpublish } from './bulk-unpublish';
import { registerCondition } from './condition';
import { extendFileRoutes, registerFileRules } from './files';
import { guardDocuments } from './guard';
import { refuseHomeFigures } from './home-figures';
import { narrowReads } from './reads';
import { filterBulkLookups } from './bulk-lookups';

/** Restricts editors to the websites that list them. */
export const registerEditorRules = async (strapi: Core.Strapi): Promise<void> => {
  await registerCondition(strapi);
  guardDocuments(strapi);
  registerFileRules(strapi);
};

/** Where the content manager's own routes know nothing of websites. Called while plugins register. */
export const extendEditorRoutes = (strapi: Core.Strapi): void => {
  refuseHomeFigures(strapi);
  allowBulkUnpublish(strapi);
  filterBulkLookups(strapi);
  extendFileRoutes(strapi);
  // Last, so that it is passed first: what the others add to a request is not for it to narrow.
  narrowReads(strapi);
};
