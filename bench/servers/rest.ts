import { factories, type Core } from '@strapi/strapi';

const UID = 'api::post.post';

/**
 * Gives posts the REST endpoint that Strapi itself would: the core router, controller and service, open to
 * everyone. It exists in the benchmark only. Between `register` and `bootstrap`.
 */
export const addOwnRestEndpoint = (strapi: Core.Strapi): void => {
  strapi.get('services').set(UID, factories.createCoreService(UID));
  strapi.get('controllers').set(UID, factories.createCoreController(UID));
  const open = { auth: false } as const;
  const router = factories.createCoreRouter(UID, {
    only: ['find'],
    config: { find: open },
  });
  Object.assign(strapi.api('post'), { routes: { post: router } });
  // A list of a whole website, like the one that it is compared with.
  strapi.config.set('api.rest.maxLimit', 1_000_000);
};
