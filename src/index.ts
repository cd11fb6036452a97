import type { Core } from '@strapi/strapi';
import { serviceOf } from './plugins/content-delivery/server/src/services';
import { keepFailures } from './plugins/content-delivery/server/src/platform/patches/connection-setup';

/** Everything of this project lives in content types (src/api) and in the plugin (src/plugins/content-delivery). */
export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    keepFailures(strapi.db);
  },
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    // Strapi makes the roles of a fresh installation only after its plugins have started.
    await serviceOf(strapi, 'roles').prepare();
    await serviceOf(strapi, 'start').finish();
  },
};
