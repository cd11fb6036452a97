import type { Core } from '@strapi/strapi';
import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import type { UID } from '../fixtures/content';
import type { RemoteStrapi } from './remote-strapi';

/**
 * Gives a post or page a slug that could not be entered now, as it was stored before slugs had to fit an address
 * as they are. Publishing it again is part of that: readers get it, and it has to work.
 * @param website documentId
 */
export const storeUnfitSlug = async (
  strapi: Pick<Core.Strapi, 'db' | 'documents'> | RemoteStrapi,
  uid: typeof UID.post | typeof UID.page,
  website: string,
  documentId: string,
  slug: string,
  { publish = true } = {},
): Promise<void> => {
  const data = { slug, uniqueKey: scopedHash(website, slug) };
  if ('patchRows' in strapi) await strapi.patchRows(uid, { documentId }, data);
  else await strapi.db.queryBuilder(uid).where({ documentId }).update(data).execute();
  if (publish) await strapi.documents(uid as never).publish({ documentId } as never);
};
