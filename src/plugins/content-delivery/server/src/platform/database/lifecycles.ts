import type { Core } from '@strapi/strapi';

/**
 * Subscribes to what is written through `strapi.db.query`. Strapi's type of an event has neither the data of the content type nor
 * a state of the subscriber's own.
 */
export const subscribe = (strapi: Core.Strapi, subscriber: object): void => {
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
};
