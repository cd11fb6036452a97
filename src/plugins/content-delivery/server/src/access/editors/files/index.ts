import type { Core } from '@strapi/strapi';
import { guardContentApi } from './content-api';
import { guardUploadsIntoEntries, refuseForeignMedia } from './entries';
import { countOwnInFolders } from './folders';
import { guardFiles } from './guard';
import { createFileScope } from './scope';
import { keepToOwnFiles } from './visible';
import { createFileWebsites } from './websites';

/** Restricts editors to the files of their websites and shared ones. Called when content types are known. */
export const registerFileRules = (strapi: Core.Strapi): void => {
  const scopeOf = createFileScope(strapi);
  keepToOwnFiles(strapi, scopeOf, createFileWebsites(strapi));
  refuseForeignMedia(strapi, scopeOf);
};

/** In front of the media library's own routes. Called while plugins register. */
export const extendFileRoutes = (strapi: Core.Strapi): void => {
  const scopeOf = createFileScope(strapi);
  guardFiles(strapi, scopeOf, createFileWebsites(strapi));
  guardUploadsIntoEntries(strapi, scopeOf);
  guardContentApi(strapi, createFileWebsites(strapi));
  countOwnInFolders(strapi, scopeOf);
};
