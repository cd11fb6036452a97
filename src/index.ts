import type { Core } from '@strapi/strapi';
import { keepFailures } from './plugins/content-delivery/server/src/platform/patches/connection-setup';

interface Start {
  finish(): Promise<void>;
}

interface Roles {
  prepare(): Promise<void>;
}

/** Everything of this project lives in content types (src/api) and in the plugin (src/plugins/content-delivery). */
export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    keepFailures(strapi.db);
  },
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    // Strapi makes the roles of a fresh installation only after its plugins have started.
    await (strapi.plugin('content-delivery').service('roles') as Roles).prepare();
    await (strapi.plugin('content-delivery').service('start') as Start).finish();
  },
};
