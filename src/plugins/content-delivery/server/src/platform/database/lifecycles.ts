import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';

/**
 * Subscribes to what is written through `strapi.db.query`. Strapi's type of an event has neither the data of the content type nor
 * a state of the subscriber's own.
 */
export const subscribe = (strapi: Core.Strapi, subscriber: object): void => {
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
};

/** Calls with the documentIds of the websites that are about to be deleted, in the transaction that deletes them. */
export const beforeDeletingWebsites = (
  strapi: Core.Strapi,
  call: (websites: string[]) => Promise<void>,
): void => {
  const beforeDelete = async ({ params }: { params: { where?: object } }): Promise<void> => {
    const websites: { documentId: string }[] = await strapi.db
      .query(UIDS.website)
      .findMany({ where: params.where ?? {}, select: ['id', 'documentId'] });
    await call(websites.map(({ documentId }) => documentId));
  };
  subscribe(strapi, { models: [UIDS.website], beforeDelete, beforeDeleteMany: beforeDelete });
};
