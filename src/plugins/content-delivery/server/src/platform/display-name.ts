import type { Core, UID } from '@strapi/strapi';

/** What the admin panel calls a content type, such as `Post`; its uid where there is none any more. */
export const displayNameOf = (strapi: Core.Strapi, uid: string): string =>
  strapi.getModel(uid as UID.Schema)?.info.displayName ?? uid;
