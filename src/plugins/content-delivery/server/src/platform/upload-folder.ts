import path from 'node:path';
import type { Core } from '@strapi/strapi';

/** Where Strapi's local provider keeps files, also while uploads are kept elsewhere. */
export const uploadFolderOf = (strapi: Core.Strapi): string =>
  path.join(strapi.dirs.static.public, 'uploads');
